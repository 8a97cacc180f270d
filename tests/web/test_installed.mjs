// SPDX-License-Identifier: MIT
//
// The page as an app: the manifest as Chromium reads it, in every language, its icons and shortcuts, the colour of the browser's bar;
// the picture of a link; and the same behind `flank serve`.
//   node test_installed.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drawn, pictures } from '../../tools/page_icons.mjs'
import { pageModule, Site, Tests, web } from './harness.mjs'
import { serve } from './serving.mjs'

const dist = resolve(process.argv[2])
const flank = resolve(process.argv[3])
const tests = new Tests()
const games = { othello: 'Othello', tothello: 'Tothello', loa: 'Lines of Action', draughts: 'Turkish draughts' }

/** The manifest of a page: as it was written, and as Chromium has understood it. */
async function manifestOf(page) {
  const browser = await page.context().newCDPSession(page)
  const { url, errors, data, manifest } = await browser.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  return { url, text: JSON.parse(data), read: manifest }
}

/** The things that a browser asks of a page before it offers to install it: secure, a name, an address, a display of its own, two icons. */
function assertInstallable({ read, text }, site) {
  assert.equal(read.name, 'Flank')
  assert.equal(read.startUrl, site)
  assert.equal(read.id, site)
  assert.equal(read.scope, site)
  assert.equal(read.display, 'kStandalone')
  assert.equal(read.preferRelatedApplications, false)
  const wanted = ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']
  assert.deepEqual(text.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`), wanted)
  assert.deepEqual(read.icons.map(({ sizes }) => sizes), wanted.map(icon => icon.split(' ')[1]))
}

/** A picture as the page gets it: its type, its size, and how much of its corner is seen through. */
const loadedPicture = (page, url) =>
  page.evaluate(async url => {
    const response = await fetch(url)
    const picture = await createImageBitmap(await response.blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    canvas.drawImage(picture, 0, 0)
    const opacity = canvas.getImageData(0, 0, 1, 1).data[3]
    return { type: response.headers.get('Content-Type'), sizes: `${picture.width}x${picture.height}`, opacity }
  }, url)

async function assertIcons(page, { read, text }) {
  for (const [number, { url, sizes }] of read.icons.entries()) {
    const icon = await loadedPicture(page, url)
    assert.deepEqual(icon, { type: 'image/png', sizes, opacity: text.icons[number].purpose === 'maskable' ? 255 : 0 }, url)
  }
  const apple = await page.getAttribute('link[rel=apple-touch-icon]', 'href')
  assert.deepEqual(await loadedPicture(page, apple), { type: 'image/png', sizes: '180x180', opacity: 255 })
}

const site = await Site.start()

await tests.run('the page can be installed, and every icon is there', async () => {
  const page = await tests.open(site.url)
  await page.waitForSelector('.board')
  const manifest = await manifestOf(page)
  assertInstallable(manifest, site.url)
  await assertIcons(page, manifest)
})

await tests.run('it is installed in every language, as one app', async () => {
  const words = new Map()
  for (const locale of ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr']) {
    const page = await tests.open(site.url, { locale })
    await page.waitForSelector('.board')
    await page.waitForFunction(tag => document.querySelector('link[rel=manifest]').href.includes(`.${tag}.`), locale)
    const manifest = await manifestOf(page)
    assertInstallable(manifest, site.url)
    assert.equal(manifest.text.lang, locale)
    words.set(locale, [manifest.read.description, ...manifest.read.shortcuts.map(({ name }) => name)].join())
    await page.context().close()
  }
  assert.equal(new Set(words.values()).size, 5)
  assert.match(words.get('ja'), /オセロ/)
})

await tests.run('a shortcut opens each game, and a game that is going on goes on', async () => {
  const page = await tests.open(site.url)
  await page.waitForSelector('.board')
  const { read } = await manifestOf(page)
  const known = await page.evaluate(() => globalThis.flank.rules.about.games.map(({ name }) => name))
  assert.deepEqual(read.shortcuts.map(({ name, url }) => [url, name]), known.map(game => [`${site.url}#/play?game=${game}`, games[game]]))
  for (const { name, url } of read.shortcuts.reverse()) {
    await page.goto(url)
    await page.waitForSelector(`h1:text-is("${name}")`)
    await page.waitForFunction(() => location.hash === '#/play')
  }
  await page.click('[data-square=d3]')
  await page.waitForSelector('.moves .move')
  await page.goto(`${site.url}#/play?game=othello`)
  await page.waitForFunction(() => location.hash === '#/play')
  assert.ok(await page.locator('.moves .move').count())
  await page.goto(`${site.url}#/play?game=chess`)
  await page.waitForFunction(() => location.hash === '#/play')
  assert.ok(await page.locator('.moves .move').count())
})

await tests.run('an installed page starts without a network', async () => {
  const own = await Site.start({ offline: true })
  const page = await tests.open(own.url)
  await page.waitForSelector('.board')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const { read } = await manifestOf(page)
  await own.stop()
  await page.goto(read.startUrl)
  await page.waitForSelector('.board')
  await assertIcons(page, await manifestOf(page))
})

await tests.run('the bar of the browser has the colour of the page, whatever the theme', async () => {
  const page = await tests.open(`${site.url}#/settings`, { colorScheme: 'light' })
  const shown = () =>
    page.evaluate(() => {
      const { content } = [...document.querySelectorAll('meta[name=theme-color]')].find(({ media }) => matchMedia(media).matches)
      const [, ...parts] = /^#(..)(..)(..)$/.exec(content)
      return [`rgb(${parts.map(part => parseInt(part, 16)).join(', ')})`, getComputedStyle(document.documentElement).backgroundColor]
    })
  const seen = new Set()
  const themes = page.locator('input[name=theme]')
  await themes.first().waitFor()
  for (let i = 0; i < 3; i++)
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await themes.nth(i).check({ force: true })
      const [bar, back] = await shown()
      assert.equal(bar, back)
      seen.add(bar)
    }
  assert.equal(seen.size, 2)
})

await tests.run('the icons are those of icon.svg, and the picture of a link as its script draws it', async () => {
  for (const picture of pictures) {
    const [name] = picture
    const page = await tests.open()
    const kept = readFileSync(join(web, 'pictures', name))
    const both = [kept, await drawn(tests, picture)].map(bytes => `data:image/png;base64,${bytes.toString('base64')}`)
    const apart = await page.evaluate(async urls => {
      const [a, b] = await Promise.all(
        urls.map(async url => {
          const bitmap = await createImageBitmap(await (await fetch(url)).blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          canvas.drawImage(bitmap, 0, 0)
          return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data
        }),
      )
      if (a.length !== b.length) return Infinity
      return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length
    }, both)
    assert.ok(apart < 0.5, `${name} is ${apart} of 255 apart a value`) // rounded edges differ a little between versions of the browser
    await page.context().close()
  }
})

await tests.run('a link has a picture and words, relative where the address is not known', async () => {
  const page = await tests.open(site.url)
  const meta = await page.evaluate(() => {
    const all = [...document.querySelectorAll('meta[property], meta[name^=twitter]')]
    return Object.fromEntries(all.map(one => [one.getAttribute('property') ?? one.name, one.content]))
  })
  for (const name of ['og:title', 'og:description', 'og:image:alt', 'og:site_name']) assert.ok(meta[name], name)
  assert.equal(meta['og:type'], 'website')
  assert.equal(meta['twitter:card'], 'summary_large_image')
  assert.match(meta['og:image'], /^\.\/assets\/preview-[\w-]+\.png$/)
  const picture = await loadedPicture(page, meta['og:image'])
  assert.deepEqual(picture, { type: 'image/png', sizes: `${meta['og:image:width']}x${meta['og:image:height']}`, opacity: 255 })
  assert.ok(!readFileSync(join(dist, 'sw.js'), 'utf8').includes('preview-')) // visitors do not fetch it
})

await tests.run('a build that is told its address writes it whole', async () => {
  process.chdir(web)
  const { appFiles } = await pageModule('../app_files.ts')
  const lines = appFiles('https://example.org/flank/').transformIndexHtml.handler().map(({ attrs }) => attrs)
  const image = lines.find(({ property }) => property === 'og:image').content
  assert.match(image, /^https:\/\/example\.org\/flank\/assets\/preview-[\w-]+\.png$/)
  assert.equal(lines.find(({ rel }) => rel === 'canonical').href, 'https://example.org/flank/')
  assert.equal(lines.find(({ property }) => property === 'og:url').content, 'https://example.org/flank/')
  assert.throws(() => appFiles('example.org'), /FLANK_URL is not the address of a folder/)
})

await tests.run('flank serve sends all of it with its types', async () => {
  const server = await serve(flank)
  const page = await tests.open(server.url)
  const refused = []
  page.on('console', message => ['error', 'warning'].includes(message.type()) && refused.push(message.text()))
  await page.waitForSelector('.board')
  const manifest = await manifestOf(page)
  assertInstallable(manifest, server.url)
  await assertIcons(page, manifest)
  const type = await page.evaluate(async url => (await fetch(url)).headers.get('Content-Type'), manifest.url)
  assert.equal(type, 'application/manifest+json')
  assert.deepEqual(refused, [])
  await server.stop()
})

await site.stop()
await tests.end()
