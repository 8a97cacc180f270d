// SPDX-License-Identifier: MIT
//
// The files that make the page an app that can be installed, and gives its links a picture: a manifest a language, icons, and the lines of
// index.html that name them. All addresses are relative, so any host and any path will do.
//
// A manifest has no `id`: it would count from the root of the host, where two copies of the page would be one app. Without it the
// address of the page is the app's identity.
//
// The picture of a link is the one thing that must have a whole address, which static files cannot know: $FLANK_URL tells it, or
// `flank serve` (docs/users/serving-reference.md) as it sends the page. Else the address stays relative, which some readers follow (Mastodon does).
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { en, type Texts } from './src/i18n/en'
import { texts as ja } from './src/i18n/ja'
import { texts as tr } from './src/i18n/tr'
import { texts as zhHans } from './src/i18n/zh-Hans'
import { texts as zhHant } from './src/i18n/zh-Hant'

const languages: Record<string, Texts> = { en, 'zh-Hant': zhHant, 'zh-Hans': zhHans, ja, tr }
const games = ['othello', 'tothello', 'draughts', 'loa'] as const // as the registry has them

const hashed = (contents: string | Buffer) => createHash('sha256').update(contents).digest('base64url').slice(0, 8)

/** The two values of a colour in the page's tokens: light and dark. */
function colour(token: string): [string, string] {
  const sheet = readFileSync(resolve('src/tokens.css'), 'utf8')
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheet) ?? []
  if (!light || !dark) throw new Error(`tokens.css has no colour ${token}`)
  return [light, dark]
}

/** The pictures of tools/page_icons.mjs: their contents, and their names in the built page. */
function pictures(): Map<string, { fileName: string; source: Buffer }> {
  const folder = resolve('pictures')
  const files = readdirSync(folder).map(name => {
    const source = readFileSync(resolve(folder, name))
    return [name, { fileName: `assets/${name.replace('.png', `-${hashed(source)}.png`)}`, source }] as const
  })
  return new Map(files)
}

/** A manifest; it lies in assets/, from where addresses count. */
function manifest(lang: string, texts: Texts, fileOf: (picture: string) => string): string {
  const icon = (name: string, size: number, purpose: string) => ({
    src: fileOf(`${name}-${size}.png`).replace('assets/', ''),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const [page] = colour('page')
  return JSON.stringify({
    name: 'Flank',
    short_name: 'Flank',
    description: texts['play.welcome'],
    lang,
    dir: 'ltr',
    start_url: '../',
    scope: '../',
    display: 'standalone',
    launch_handler: { client_mode: ['navigate-existing', 'auto'] }, // two windows would write the same game
    theme_color: page,
    background_color: page, // of the splash screen
    categories: ['games'],
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 192, 'maskable'), icon('maskable', 512, 'maskable')],
    shortcuts: games.map(game => ({
      name: texts[`game.${game}`],
      url: `../#/play?game=${game}`,
      icons: [icon('icon', 192, 'any')],
    })),
  })
}

/** The lines of index.html. A proxy with a password asks for it also where the manifest is fetched: `crossorigin`. */
function head(manifestFile: string, fileOf: (picture: string) => string, url: string): HtmlTagDescriptor[] {
  const meta = (key: 'name' | 'property', name: string, content: string) => ({ tag: 'meta', attrs: { [key]: name, content } })
  const [light, dark] = colour('page')
  const theme = (name: string, content: string) => ({
    tag: 'meta',
    attrs: { name: 'theme-color', media: `(prefers-color-scheme: ${name})`, content, 'data-theme': name },
  })
  return [
    { tag: 'link', attrs: { rel: 'manifest', href: `./${manifestFile}`, crossorigin: 'use-credentials' } },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `./${fileOf('apple-touch-icon.png')}` } },
    theme('light', light),
    theme('dark', dark),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Flank'),
    meta('property', 'og:title', 'Flank'),
    meta('property', 'og:description', en['play.welcome']),
    ...(url ? [meta('property', 'og:url', url), { tag: 'link', attrs: { rel: 'canonical', href: url } }] : []),
    meta('property', 'og:image', `${url || './'}${fileOf('preview.png')}`),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', 'A game of Othello'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].map(tag => ({ ...tag, injectTo: 'head' }))
}

/** The manifests differ in the language alone, also in their names: src/app/installed.ts chooses one. */
export function appFiles(url = process.env['FLANK_URL'] ?? ''): Plugin {
  if (url && !/^https?:\/\/.*\/$/.test(url)) throw new Error(`FLANK_URL is not the address of a folder, "https://host/path/": ${url}`)
  const files = pictures()
  const fileOf = (picture: string) => {
    const file = files.get(picture)
    if (!file) throw new Error(`no picture ${picture}: tools/page_icons.mjs makes it`)
    return file.fileName
  }
  const manifests = Object.entries(languages).map(([tag, texts]) => [tag, manifest(tag, texts, fileOf)] as const)
  const version = hashed(JSON.stringify(manifests))
  const nameOf = (tag: string) => `assets/app-${version}.${tag}.webmanifest`
  return {
    name: 'flank-app-files',
    apply: 'build',
    generateBundle() {
      for (const file of files.values()) this.emitFile({ type: 'asset', ...file })
      for (const [tag, source] of manifests) this.emitFile({ type: 'asset', fileName: nameOf(tag), source })
    },
    transformIndexHtml: { order: 'post', handler: () => head(nameOf('en'), fileOf, url) },
  }
}
