// SPDX-License-Identifier: MIT
//
// The beginning: fetch the rules, show the page, then fetch what thinking needs and the texts of errors, then keep all of it for when
// there is no network.
import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import { App } from './app/app'
import { followSettings } from './app/installed'
import { Loading } from './app/loading'
import { keepOffline, watchForUpdates } from './app/offline'
import { BrowserEngine } from './engine/browser'
import { FailoverEngine } from './engine/failover'
import { loadFirst, loadKnowledge, loadModule, machine, shared, storeKnowledge } from './engine/files'
import { servedByFlank } from './engine/host'
import { Library } from './engine/library'
import { serverFacts } from './engine/remote'
import { Rules } from './engine/rules'
import { ServicesContext, type Services } from './services/context'
import { painted } from './services/painted'
import { applySettings, fetchErrors, settings } from './services/settings'
import { findMissing, trouble, untilDone } from './services/trouble'
import './tokens.css'
import './styles.css'
import './grid.css'

const services = signal<Services | null>(null)

function Page() {
  return (
    <>
      <Loading />
      {services.value && (
        <ServicesContext.Provider value={services.value}>
          <App />
        </ServicesContext.Provider>
      )}
    </>
  )
}

const loadRules = () => untilDone(async () => Rules.load(await loadFirst()))

/** The rest of the rules, and the module for the engine. */
const completed = (rules: Rules) =>
  untilDone(async () => {
    const module = await loadModule()
    await rules.complete(module, shared)
    return module
  })

/** When the page is drawn and the browser has nothing better to do. */
const leisure = () =>
  new Promise<void>(done => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 10_000 })
    else setTimeout(done, 2000)
  })

/** The services of the views, and the files of the engine on their way. */
interface Beginning {
  services: Services
  fetched: Promise<unknown>
}

/**
 * Behind `flank serve` its engine thinks: weights, book and tables are fetched at leisure, for when the server goes.
 * Files that could not be fetched are fetched when they are needed, if the server can still send files.
 */
async function beginServed(): Promise<Beginning> {
  const [rules, facts] = await Promise.all([loadRules(), untilDone(serverFacts)])
  const module = painted().then(() => completed(rules))
  const library = facts.library ? new Library(facts) : undefined
  const stored = leisure().then(storeKnowledge)
  stored.catch(() => {})
  const unpack = () => stored.catch(storeKnowledge).then(open => open())
  const makeBrowser = async () => new BrowserEngine({ module: await module, shared }, Promise.resolve(await unpack()), machine)
  const engine = Promise.resolve(new FailoverEngine(facts, makeBrowser))
  const path = (offered: boolean) => (offered ? facts.engine : undefined)
  return { services: { rules, engine, library, farm: path(facts.farm), live: path(facts.live) }, fetched: engine }
}

async function beginAlone(): Promise<Beginning> {
  const rules = await loadRules()
  const module = painted().then(() => completed(rules))
  const knowledge = untilDone(() => loadKnowledge(module))
  const engine = module.then(module => {
    const made = new BrowserEngine({ module, shared }, knowledge, machine)
    made.warmUp()
    return made
  })
  return { services: { rules, engine }, fetched: knowledge }
}

async function begin() {
  const begun = await (servedByFlank ? beginServed() : beginAlone())
  services.value = begun.services
  // For the console: await flank.engine, flank.rules.line({ game: 'othello' }) …
  Object.assign(globalThis, { flank: services.value })
  const { engine } = begun.services
  engine.then(
    engine => effect(() => engine.configure({ threads: settings.value.threads, memoryMb: settings.value.memory })),
    () => {},
  )
  await begun.fetched
  await fetchErrors()
  await keepOffline()
}

async function start() {
  void watchForUpdates()
  const missing = findMissing()
  const begun = missing ? undefined : begin()
  await applySettings()
  followSettings()
  const app = document.getElementById('app')!
  app.replaceChildren() // removes the content from before the script
  render(<Page />, app)
  if (missing) trouble.value = { missing }
  await begun
}

void start()
