// SPDX-License-Identifier: MIT
//
// `flank serve` for tests of the page: started, stopped, killed, and never left behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

const running = new Set()
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')))

/** A free port for a server that is to come back: the system gives none of these to others meanwhile. */
export async function lastingPort() {
  const port = 20_000 + Math.floor(12_000 * Math.random())
  const probe = createServer()
  const isFree = await new Promise(done => probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => probe.close(() => done(true))))
  return isFree ? port : lastingPort()
}

/** A server, once it listens: its `url` and `port`; `stop()` ends it as it should end, `signal(name)` as it should not. */
export async function serve(flank, { port = 0, threads = 1, args = [], env = {} } = {}) {
  const child = spawn(flank, ['serve', '--port', String(port), '--threads', String(threads), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FLANK_BOOK: '', FLANK_TABLES: '', ...env },
  })
  running.add(child)
  const ended = once(child, 'exit').then(status => (running.delete(child), status))
  const [greeting] = await Promise.race([once(child.stdout, 'data'), ended])
  const url = /http:\S+/.exec(String(greeting))?.[0]
  assert.ok(url, `flank serve says ${greeting}`)
  const stop = async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  }
  const signal = async name => {
    child.kill(name)
    if (name === 'SIGKILL') await ended
  }
  return { url, port: Number(new URL(url).port), stop, signal }
}
