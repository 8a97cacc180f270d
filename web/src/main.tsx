// SPDX-License-Identifier: MIT
//
// The beginning: fetch the module, show the page, then fetch what thinking needs and the texts of errors, then keep all of it for when
// there is no network.
import { signal } from '@preact/signals'
import { render } from 'preact'
import { App } from './app/app'
import { Loading } from './app/loading'
import { keepOffline, watchForUpdates } from './app/offline'
import { findMissing, trouble, untilDone } from './app/trouble'
import { BrowserEngine } from './engine/browser'
import { FailoverEngine } from './engine/failover'
import { loadKnowledge, loadModule, shared, storeKnowledge } from './engine/files'
import { servedByFlank } from './engine/host'
import { Library } from './engine/library'
import { serverFacts } from './engine/remote'
import { Rules } from './engine/rules'
import type { EngineFiles } from './engine/worker'
import { ServicesContext, type Services } from './services/context'
import { applySettings, fetchErrors } from './services/settings'
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

function engineOf(files: EngineFiles) {
  const engine = new BrowserEngine(files)
  engine.warmUp()
  return engine
}

const loadRules = () =>
  untilDone(async () => {
    const module = await loadModule()
    return [module, await Rules.load(module, shared)] as const
  })

/** When the page is drawn and the browser has nothing better to do. */
const leisure = () =>
  new Promise<void>(done => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 10_000 })
    else setTimeout(done, 2000)
  })

/**
 * Behind `flank serve` its engine thinks: weights and book are fetched at leisure, for when the server goes.
 * Files that could not be fetched are fetched when they are needed, if the server can still send files.
 */
async function beginServed(): Promise<Services> {
  const [[module, rules], facts] = await Promise.all([loadRules(), untilDone(serverFacts)])
  const library = facts.library ? new Library(facts) : undefined
  const stored = leisure().then(storeKnowledge)
  stored.catch(() => {})
  const unpack = () => stored.catch(storeKnowledge).then(open => open())
  const makeBrowser = async () => new BrowserEngine({ module, shared, ...(await unpack()) })
  return { rules, engine: Promise.resolve(new FailoverEngine(facts, makeBrowser)), library, farm: facts.farm ? facts.engine : undefined }
}

async function beginAlone(): Promise<Services> {
  const knowledge = untilDone(loadKnowledge)
  const [module, rules] = await loadRules()
  return { rules, engine: knowledge.then(files => engineOf({ module, shared, ...files })) }
}

async function begin() {
  services.value = await (servedByFlank ? beginServed() : beginAlone())
  // For the console: await flank.engine, flank.rules.line({ game: 'othello' }) …
  Object.assign(globalThis, { flank: services.value })
  await services.value.engine
  await fetchErrors()
  await keepOffline()
}

async function start() {
  void watchForUpdates()
  const missing = findMissing()
  const begun = missing ? undefined : begin()
  await applySettings()
  const app = document.getElementById('app')!
  app.replaceChildren() // removes the content from before the script
  render(<Page />, app)
  if (missing) trouble.value = { missing }
  await begun
}

void start()
