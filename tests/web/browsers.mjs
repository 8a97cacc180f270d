// SPDX-License-Identifier: MIT
//
// Tests that run in Chromium and in Firefox alike: TAP as in harness.mjs, and pages of Puppeteer, which drives both, Debian's
// Firefox over WebDriver BiDi.
//
//   const tests = new BrowserTests()
//   for (const browser of browsers) {
//     await tests.use(browser)                            // one instance for all tests that follow
//     await tests.run('the page loads', async () => { const page = await tests.open(site.url); … })
//   }
//   await tests.end()
//
// Press with page.locator(…).click(), which waits for it; page.click does not.
import { existsSync } from 'node:fs'
import { answerLate, CHROMIUM, CHROMIUM_ARGS, LATE_MS, PATIENCE_MS, SLOWER, Tests, require } from './harness.mjs'

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

/** For Puppeteer's launch. Nothing moves, as for a visitor who wants it so. */
const starts = {
  Chromium: { browser: 'chrome', executablePath: CHROMIUM, args: [...CHROMIUM_ARGS, '--force-prefers-reduced-motion'] },
  Firefox: { browser: 'firefox', executablePath: FIREFOX, extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 } },
}
export const browsers = Object.keys(starts)

/** The size of the window, where a test names none. */
const DESKTOP = { width: 1280, height: 800 }

/** Leaving a page cuts off its loads (NS_BINDING_ABORTED); of one through the service worker Firefox may tell the page this, with no
 * address. It fails no check in which a load was cut off. */
const CUT_OFF = /^Failed to load ‘’\. A ServiceWorker intercepted/

export class BrowserTests extends Tests {
  /** Start a browser in place of the one before. */
  async use(name) {
    const start = starts[name]
    if (!existsSync(start.executablePath)) throw new Error(`${start.executablePath} is missing: tools/install_packages.sh test installs it`)
    await this.browser?.close()
    this.name = name
    this.browser = await require('puppeteer-core').launch({ ...start, timeout: PATIENCE_MS, protocolTimeout: PATIENCE_MS })
  }

  /** A page of Puppeteer in a context of its own, at `url`. Errors of the page that nobody caught fail the test. */
  async open(url, viewport = DESKTOP) {
    const context = await this.browser.createBrowserContext()
    this.contexts.push(context)
    // A visitor's press is enough to copy in Chromium, but not in the shell without a window.
    if (url && this.name === 'Chromium') await context.overridePermissions(new URL(url).origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
    return this.openTab(context, url, viewport)
  }

  /** One more page in a context: it shares the storage of the others. */
  async openTab(context, url, viewport = DESKTOP) {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', error => this.errors.push(error))
    page.on('requestfailed', request => (this.isCut ||= request.failure()?.errorText === 'NS_BINDING_ABORTED'))
    await page.setViewport(viewport)
    if (SLOWER > 1 && this.name === 'Chromium') await page.emulateCPUThrottling(SLOWER)
    if (LATE_MS) await page.evaluateOnNewDocument(answerLate, LATE_MS)
    if (url) await page.goto(url)
    return page
  }

  async run(name, body) {
    this.isCut = false
    await super.run(`${this.name}: ${name}`, async () => {
      await body()
      if (this.isCut) this.errors = this.errors.filter(error => !CUT_OFF.test(error.message))
    })
  }
}
