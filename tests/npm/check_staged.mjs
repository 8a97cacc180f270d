// SPDX-License-Identifier: MIT
//
// The package of a build, in a project of its own: what npm would put there, without npm.
//
//   node check_staged.mjs WASM COMMAND VERSION        the folder of flank.wasm, the program flank
//
// Runs test_package.mjs in the project, TypeScript over program.ts as a user would, and test_example.mjs. Prints TAP.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [wasm, command, version] = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const project = mkdtempSync(join(tmpdir(), 'flank-project-'))
const installed = join(project, 'node_modules/@flank/engine')

const node = (...args) => spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
const files = ['test_package.mjs', 'program.ts']
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
const tsc = (...options) => node(join(root, 'web/node_modules/typescript/bin/tsc'), ...STRICT, ...options, 'program.ts')
const steps = {
  'the package is built': () => node(join(root, 'bindings/npm/build.mjs'), installed, version, resolve(wasm)),
  'its types, with modules as node finds them': () => tsc('--module', 'nodenext'),
  'its types, with modules as bundlers find them': () => tsc('--module', 'esnext', '--moduleResolution', 'bundler'),
  'it answers as the command': () => node('test_package.mjs', resolve(command), join(root, 'tests')),
  'its example': () => node(join(here, 'test_example.mjs'), installed),
}

writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
for (const name of files) copyFileSync(join(here, name), join(project, name))
let number = 0
for (const [name, step] of Object.entries(steps)) {
  const { status, stdout, stderr } = step()
  const failed = status !== 0
  console.log(`${failed ? 'not ok' : 'ok'} ${++number} - ${name}`)
  if (failed) console.log(`${stdout}${stderr}`.replace(/^/gm, '# '))
  if (failed) process.exitCode = 1
}
rmSync(project, { recursive: true })
console.log(`1..${number}`)
