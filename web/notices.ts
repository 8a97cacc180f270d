// SPDX-License-Identifier: MIT
//
// The notices of all parts of a package or page that are not Flank's own.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

// The module's other parts than Flank, with Debian's file of their licences.
const linked = { 'wasi-libc': 'wasi-libc', 'compiler-rt': 'libclang-rt-19-dev-wasm32' }

/** The text of licenses.txt, for the bundled modules of these names. */
export function noticesOf(moduleIds: Iterable<string>): string {
  const folders = new Set<string>()
  for (const id of moduleIds) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)
    if (folder) folders.add(folder[0])
  }
  const files = [...folders].sort().map(folder => {
    const licence = readdirSync(folder).find(name => /^licen[cs]e/i.test(name))
    if (!licence) throw new Error(`${folder} has no licence`)
    return [folder.replace(/^.*\/node_modules\//, ''), `${folder}/${licence}`]
  })
  for (const [name, debian] of Object.entries(linked)) files.push([name, `/usr/share/doc/${debian}/copyright`])
  const texts = files.map(([name, path]) => `${name}\n\n${existsSync(path!) ? readFileSync(path!, 'utf8') : `see ${path}`}`)
  return ['Flank: see LICENSE\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`)
}
