// SPDX-License-Identifier: MIT
//
// Build the package @flank/engine into a folder.   node build.mjs OUT VERSION WASM
//
// WASM is the folder of a build with the page where flank.wasm lies (build/web). OUT has in the end all that `npm pack` packs: dist/, two
// modules of the same source, for browsers and for node, each with its Worker; dist/files/, what they read; types/, by TypeScript.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [out, version, wasm] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const web = join(root, 'web')
const require = createRequire(join(web, 'package.json')) // what the page is built with
const { rolldown } = await import(require.resolve('rolldown'))

const forNode = { name: 'for-node', resolveId: id => (id === './platform' ? join(here, 'src/platform_node.ts') : null) }

/** A module of the package; returns the names of the sources in it. */
async function bundled(input, file, plugins = []) {
  // Old versions of node read it, too, and are told that they are too old.
  const bundle = await rolldown({ input, plugins, external: /^node:/, transform: { target: 'es2020' }, cwd: root })
  const { output } = await bundle.write({ file, format: 'esm', codeSplitting: false })
  return output[0].moduleIds
}

async function noticesOf(ids) {
  const bundle = await rolldown({ input: join(web, 'notices.ts'), external: /^node:/ })
  const { output } = await bundle.generate({ format: 'esm' })
  const notices = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
  return notices.noticesOf(ids, true)
}

/**
 * The declarations that a user's compiler reads, from index.d.ts on; those of other files are left out. Files are named in full, as node
 * wants it.
 */
function writeTypes(to) {
  const all = join(to, 'all')
  execFileSync(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), '-p', here, '--outDir', all], { stdio: 'inherit' })
  const fileOf = name => {
    const found = [name, `${name}/index`].find(path => existsSync(join(all, `${path}.d.ts`)))
    if (!found) throw new Error(`no declarations of ${name}`)
    return found
  }
  const waiting = new Set([fileOf('bindings/npm/src/index')])
  for (const file of waiting) {
    const text = readFileSync(join(all, `${file}.d.ts`), 'utf8').replace(/(?<=(?:from |import\()['"])\.[^'"]*/g, path => {
      const other = fileOf(join(dirname(file), path))
      waiting.add(other)
      const relativePath = relative(dirname(file), other)
      return `${relativePath.startsWith('.') ? '' : './'}${relativePath}.js`
    })
    mkdirSync(dirname(join(to, file)), { recursive: true })
    writeFileSync(join(to, `${file}.d.ts`), text)
  }
  rmSync(all, { recursive: true })
}

const dist = join(resolve(out), 'dist')
rmSync(out, { recursive: true, force: true })
mkdirSync(join(dist, 'files'), { recursive: true })
const ids = [
  ...(await bundled(join(here, 'src/index.ts'), join(dist, 'index.js'))),
  ...(await bundled(join(web, 'src/engine/worker.ts'), join(dist, 'worker.js'))),
  ...(await bundled(join(here, 'src/index.ts'), join(dist, 'node.js'), [forNode])),
  ...(await bundled(join(here, 'src/node_worker.ts'), join(dist, 'node_worker.js'))),
]
for (const name of ['flank.wasm', 'flank-threads.wasm']) copyFileSync(join(wasm, name), join(dist, 'files', name))
for (const name of ['othello.weights', 'othello.book', 'loa.book', 'draughts.book'])
  copyFileSync(join(root, 'data', name), join(dist, 'files', name))
copyFileSync(join(wasm, 'draughts.tables.packed'), join(dist, 'files/draughts.tables'))
writeTypes(join(resolve(out), 'types'))
writeFileSync(join(out, 'licenses.txt'), await noticesOf(ids))
cpSync(join(here, 'example'), join(out, 'example'), { recursive: true })
copyFileSync(join(here, 'README.md'), join(out, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
const description = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...description, version }, null, 2)}\n`)
