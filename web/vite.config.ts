// SPDX-License-Identifier: MIT
//
// The build of the page: one static folder, dist/, that any host can serve from any path. The engine's module, the weights,
// the book and the endgame tables are taken from where they are made (@engine: $FLANK_WASM, the folder with flank.wasm; @data).
import { createHash } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { appFiles } from './app_files'
import { noticesOf } from './notices'

const wasm = resolve(process.env['FLANK_WASM'] ?? '../build/web')
const SMALL = 200 // bytes: not worth a second file
const WORTH = 0.95 // a file that is packed already hardly gets smaller

/** Write FILE.br and FILE.gz beside each file for which that pays; servers send them as they are. */
function compressed(): Plugin {
  const write = async (path: string, source: Buffer) => {
    const quick = await promisify(gzip)(source, { level: 1 })
    if (source.length < SMALL || quick.length > source.length * WORTH) return
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(source, { params }))
    writeFileSync(`${path}.gz`, await promisify(gzip)(source, { level: 9 }))
  }
  return {
    name: 'flank-compressed',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? 'dist'
      await Promise.all(
        Object.values(bundle).map(item =>
          write(resolve(folder, item.fileName), Buffer.from(item.type === 'chunk' ? item.code : item.source)),
        ),
      )
    },
  }
}

/** licenses.txt: the notices of all that stands in the page's files and is not Flank's own. */
function notices(): Plugin {
  return {
    name: 'flank-notices',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap(item => (item.type === 'chunk' ? item.moduleIds : []))
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: noticesOf(ids) })
    },
  }
}

/** Have the browser fetch the rules beside the scripts, which would ask for them only when they run: no board is drawn without both. */
function rulesAtOnce(): Plugin {
  return {
    name: 'flank-rules-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const name = Object.keys(bundle).find(name => /flank-rules-.*\.wasm$/.test(name))
        if (!name) throw new Error('the page has no rules')
        return [{ tag: 'link', attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: `./${name}` }, injectTo: 'head' }]
      },
    },
  }
}

/** Tell the service worker which files there are; with any change it is another script, which is how browsers see an update. */
function listed(): Plugin {
  return {
    name: 'flank-listed',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      const forOthers = /^(sw\.js|index\.html|licenses\.txt|assets\/preview-.*)$/ // the page itself never asks for them
      const files = Object.keys(bundle).filter(name => !forOthers.test(name))
      const page = bundle['index.html']
      if (worker?.type !== 'chunk' || page?.type !== 'asset') throw new Error('the page has no service worker')
      const version = createHash('sha256').update(page.source).digest('hex').slice(0, 16)
      worker.code = `/* ${version} */${worker.code.replaceAll('PAGE_FILES', JSON.stringify(files.sort()))}`
    },
  }
}

const bytes = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { '@engine': wasm, '@data': resolve('../data') } },
  define: {
    FILE_BYTES: JSON.stringify({
      module: bytes(`${wasm}/flank.wasm`),
      threads: bytes(`${wasm}/flank-threads.wasm`),
      weights: bytes('../data/othello.weights'),
      book: bytes('../data/othello.book'),
      tables: bytes(`${wasm}/draughts.tables.packed`),
    }),
  },
  server: { fs: { allow: ['..', wasm] } },
  // light-dark() stays as it is: what it would be made into does not follow a theme that is set by hand.
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: process.env['FLANK_DIST'] ?? 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false, // 3 kB more before the board; Vite does not fetch a part's style again after a failure
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Languages have files of the same names in several folders: errors-ja-….js, learn-ja-….js. A view may be called like a service;
        // the name of what several files share would be that of some part of it.
        chunkFileNames: chunk => {
          if (!chunk.facadeModuleId) return 'assets/shared-[hash].js'
          const [, language, view] = /[\\/]i18n[\\/](\w+)[\\/]|[\\/](view)s[\\/]/.exec(chunk.facadeModuleId) ?? []
          const folder = language ?? view
          return `assets/${folder ? `${folder}-` : ''}[name]-[hash].js`
        },
      },
    },
  },
  worker: { format: 'es' },
  plugins: [notices(), rulesAtOnce(), appFiles(), listed(), compressed()],
})
