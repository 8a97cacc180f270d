// SPDX-License-Identifier: MIT
//
// The notices of all parts of a package or page that are not Flank's own.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

// The module's other parts than Flank, with Debian's file of their licences.
const linked = { 'wasi-libc': 'wasi-libc', 'compiler-rt': 'libclang-rt-19-dev-wasm32' }

// Debian's texts of licences, to which its files refer instead of having them.
const COMMON = '/usr/share/common-licenses'

/**
 * The text of licenses.txt, for the bundled modules of these names. A file that is not on this machine is named instead, or is an error if
 * notices must be `complete`; then the texts that others refer to are there, too.
 */
export function noticesOf(moduleIds: Iterable<string>, complete = false): string {
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
  const notice = (name: string, path: string) => {
    if (existsSync(path)) return `${name}\n\n${readFileSync(path, 'utf8')}`
    if (complete) throw new Error(`the notice of ${name} is missing: ${path}`)
    return `${name}\n\nsee ${path}`
  }
  const texts = files.map(([name, path]) => notice(name!, path!))
  if (complete) {
    const referred = texts.flatMap(text => [...text.matchAll(/\/usr\/share\/common-licenses\/([\w.-]*\w)/g)].map(([, name]) => name!))
    texts.push(...[...new Set(referred)].sort().map(name => notice(name, `${COMMON}/${name}`)))
  }
  return ['Flank: see LICENSE\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`)
}
