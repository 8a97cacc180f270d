// SPDX-License-Identifier: MIT
//
// `flank serve` for tests of the page: started, stopped, killed, and never left behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const running = new Set()
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')))

/** A server, once it listens: its `url` and `port`; `stop()` ends it as it should end, `signal(name)` as it should not. */
export async function serve(flank, { port = 0, threads = 1, args = [], env = {} } = {}) {
  const child = spawn(flank, ['serve', '--port', String(port), '--threads', String(threads), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FLANK_BOOK: '', ...env },
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
