// SPDX-License-Identifier: MIT
//
// The package @flank/engine, installed in the project in which this file lies, against the command.
//
//   node test_package.mjs COMMAND TESTS        the program flank, the folder tests/. Prints TAP.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Engine, FlankError, textOf } from '@flank/engine'

const [command, tests] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const installed = join(here, 'node_modules/@flank/engine')
const GAME = 'f5d6c3d3c4f4c5b4d2e3'
const ENDGAME = '-XXXXXX---XXXX--OOOXXXO-OXXXOXXOOXXOXOOOOOOXOOXX--OOOX---OOOOO-- X'

/** The answers of the command, without what only it tells. */
function asked(words, input = '') {
  const lines = execFileSync(command, [...words, '--json'], { encoding: 'utf8', input }).trim().split('\n')
  return lines.map(line => {
    const { time_s, file, line: at, opening, ...answer } = JSON.parse(line)
    return answer
  })
}

/** The members of an answer that the command's has, too. */
const common = (answer, there) => Object.fromEntries(Object.keys(there).map(key => [key, answer[key]]))

const folder = mkdtempSync(join(tmpdir(), 'flank-npm-'))
const engine = await Engine.load({ threads: 1 })
const checks = {
  'the version and the games': async () => {
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    assert.equal(engine.about.version, version)
    assert.match(execFileSync(command, ['--version'], { encoding: 'utf8' }), new RegExp(`^flank ${version.replaceAll('.', '\\.')}\\b`))
    assert.deepEqual(engine.about.games.map(game => game.name), ['othello', 'tothello', 'draughts', 'loa'])
    assert.ok(engine.about.formats.length > 10)
  },
  'positions and moves': async () => {
    const start = engine.rules.line('')
    assert.deepEqual(start.legal.map(({ move }) => move), ['d3', 'c4', 'f5', 'e6'])
    const line = engine.rules.play({ game: 'loa' }, 'b8-d6', 'a5-c5')
    assert.deepEqual(line.moves, ['b8-d6', 'a5-c5'])
    assert.equal(engine.rules.line(line).side, 'black')
    assert.equal(engine.rules.line(GAME, { plies: true }).plies.length, 10)
    const { board } = engine.rules.line(GAME)
    for (const start of Object.values(engine.rules.styles(GAME))) assert.equal(engine.rules.line({ start }).board, board, start)
    assert.equal(engine.rules.line({ rules: 'board=6' }).legal.length, 4)
    const wrong = caught(() => engine.rules.play('f5', 'a1'))
    assert.deepEqual([wrong.code, wrong.args, wrong.offset], ['MOVE_TURNS_NOTHING', ['a1'], 3])
    assert.equal(wrong.message, 'a1 is not legal here: it turns no disc')
    assert.throws(() => engine.rules.line({ game: 'chess' }), FlankError)
  },
  'values of moves are those of the command': async () => {
    for (const [game, moves] of [['othello', GAME], ['tothello', ''], ['loa', 'b8-d6'], ['draughts', '']]) {
      const [there] = asked(['hint', game, ...(moves ? ['--moves', moves] : []), '--depth', '6', '--no-book', '--lines', '2']).slice(-1)
      const reports = []
      const here = await engine.hint({ game, moves }, { depth: 6, lines: 2, onReport: report => reports.push(report) })
      assert.deepEqual(common(here, there), there, game)
      assert.equal(reports.at(-1).depth, 6)
    }
  },
  'it plays what the command plays': async () => {
    let line = { game: 'loa' }
    for (let ply = 0; ply < 4; ply++) {
      const moves = (line.moves ?? []).join(' ')
      const [there] = asked(['hint', 'loa', ...(moves ? ['--moves', moves] : []), '--level', '6', '--lines', '1', '--no-book']).slice(-1)
      const { move, nodes } = await engine.play(line, { level: 6 })
      assert.deepEqual([move, nodes], [there.move, there.nodes])
      line = engine.rules.play(line, move)
    }
    const { move, score, from_book, ...rest } = await engine.play('f5d6c3d3c4', { level: 6, book: true })
    assert.deepEqual([typeof score, rest], ['number', {}])
    assert.ok(from_book && engine.rules.play('f5d6c3d3c4', move))
    assert.ok((await engine.book('f5d6c3d3c4')).book.some(known => known.move === move && known.lines >= 0 && known.selectivity > 0))
    for (const known of (await engine.book({ game: 'loa' })).book) assert.ok(known.depth > 0 && !('level' in known) && !('lines' in known))
  },
  'it solves what the command solves': async () => {
    const positions = [
      ['othello', ENDGAME],
      ['loa', '8/8/3x4/2ooo3/2oxxx2/3oxo2/3ox3/8 o'],
      ['draughts', 'W:Wa2,e2,h2,a3,b3,c3,d3,f3,h3,f4,h4,Kg8:Bb5,c5,e5,h5,h6,b7,h7'],
    ]
    for (const [game, start] of positions) {
      const [there] = asked(['solve', game], `${start}\n`)
      const here = await engine.solve({ game, start })
      assert.ok(here.solved)
      assert.deepEqual(common(here, there), there, game)
    }
    const [wld] = asked(['solve', '--wld'], `${ENDGAME}\n`)
    assert.equal((await engine.solve({ start: ENDGAME }, { wld: true })).score, wld.score)
  },
  'it reads and writes foreign files as the command does': async () => {
    const wthor = join(tests, 'formats/wthor/WTH_2001.wtb')
    const sgf = join(folder, 'games.sgf')
    execFileSync(command, ['convert', wthor, sgf], { stdio: 'pipe' })
    for (const [file, format] of [[wthor, 'wthor'], [sgf, 'sgf']]) {
      const there = execFileSync(command, ['convert', file, '-', '--to', 'json'], { encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
      const sheets = there.trim().split('\n').map(JSON.parse)
      const here = engine.read(readFileSync(file), { file })
      assert.deepEqual([here.format, here.failed, here.sheets.length], [format, 0, sheets.length])
      const facts = ({ game, rules, position, result, moves }) => ({ game, rules, position, result, moves })
      assert.deepEqual(here.sheets.map(facts), sheets.map(facts))
      assert.equal(engine.rules.line(here.sheets[0]).over, true)
    }
    assert.equal(engine.write(readFileSync(sgf), 'sgf').text, readFileSync(sgf, 'utf8'))
    const { text, base64 } = engine.write(readFileSync(wthor), 'wthor')
    assert.equal(text, undefined)
    assert.equal(engine.read(Buffer.from(base64, 'base64')).sheets.length, engine.read(readFileSync(wthor)).sheets.length)
    const partly = engine.read('f5d6c3\nf5a1\nf5d6\n', { from: 'transcript' })
    assert.deepEqual([partly.sheets.length, partly.failed, partly.failures[0].line], [2, 1, 2])
    assert.match(textOf(partly.failures[0]), /a1/)
    assert.equal(engine.read('f5d6c3d3c4\n'.repeat(2500)).sheets.length, 2500)
    assert.equal(caught(() => engine.read('hello')).code, 'NOT_RECOGNISED')
  },
  'a review is that of the command': async () => {
    const path = join(folder, 'game.txt')
    writeFileSync(path, `${GAME}\n`)
    const [there] = asked(['analyze', path, '--level', '8', '--no-book'])
    const progress = []
    const here = await engine.review(GAME, { level: 8, onProgress: (done, total) => progress.push([done, total]) })
    assert.deepEqual(common(here, there), there)
    assert.deepEqual(progress, [...Array(12).keys()].map(done => [done, 11]))
    const [sheet] = engine.read(GAME).sheets
    assert.deepEqual((await engine.review(sheet, { level: 8 })).moves, here.moves)
  },
  'a contest problem': async () => {
    const input = readFileSync(join(tests, 'contest/uva220.in'), 'utf8')
    assert.equal(engine.contest('uva220', input).output, readFileSync(join(tests, 'contest/uva220.out'), 'utf8'))
  },
  'questions end when they are told to': async () => {
    const stop = new AbortController()
    const answer = await engine.hint('f5', { signal: stop.signal, onReport: ({ depth }) => depth >= 4 && stop.abort() })
    assert.ok(answer.stopped && answer.depth >= 4)
    await assert.rejects(engine.hint('f5', { signal: stop.signal }), { name: 'AbortError' })
    await assert.rejects(engine.hint('f5', {}), /needs a limit/)
    for (const none of [{ level: 0 }, { depth: 0 }, { time_ms: 0, level: null }, { depth: NaN }, { move_ms: -1 }, { clock_ms: '9' }]) {
      await assert.rejects(engine.hint('f5', none), { name: 'TypeError', message: /needs a limit/ })
      await assert.rejects(engine.play('f5', none), { name: 'TypeError', message: /needs a limit/ })
    }
    await assert.rejects(engine.hint('f5d6a1', { depth: 4 }), { name: 'FlankError', code: 'MOVE_TURNS_NOTHING', offset: 4 })
  },
  'several threads': async () => {
    const several = await Engine.load({ threads: 3, memory_mb: 64 })
    assert.equal((await several.solve({ start: ENDGAME })).score, 4)
    const open = several.hint('f5', { time_ms: 3_600_000 })
    several.close()
    await assert.rejects(open, { code: 'NO_ANSWER' })
    await assert.rejects(several.hint('f5', { depth: 4 }), /closed/)
    assert.equal(several.rules.line('f5').side, 'white')
  },
  'arguments that are missing or of another kind are told': async () => {
    const refused = { name: 'TypeError', message: /^flank: / }
    for (const method of ['hint', 'play']) await assert.rejects(engine[method]('f5'), { ...refused, message: /needs a limit/ })
    for (const given of [undefined, null, 7, ['f5', 'd6']]) {
      for (const method of ['hint', 'play', 'solve', 'review', 'book']) {
        const answer = engine[method](given, { level: 4 }) // does not throw
        await assert.rejects(answer, refused)
      }
      for (const method of ['line', 'play', 'styles']) assert.throws(() => engine.rules[method](given), refused)
    }
    const bytes = new TextEncoder().encode('f5d6c3')
    assert.equal(engine.read(bytes.buffer).sheets[0].moves.length, 3)
    assert.equal(engine.write(bytes.buffer, 'sgf').text, engine.write('f5d6c3', 'sgf').text)
    for (const content of [undefined, 7, [1, 2]]) assert.throws(() => engine.read(content), refused)
  },
  'answers have nothing of the conversation': async () => {
    const reports = []
    const answers = [
      engine.about,
      engine.rules.line('f5'),
      engine.rules.styles('f5'),
      engine.read('f5d6'),
      engine.write('f5d6', 'sgf'),
      engine.contest('uva220', readFileSync(join(tests, 'contest/uva220.in'), 'utf8')),
      await engine.hint('f5', { depth: 4, onReport: report => reports.push(report) }),
      await engine.book('f5'),
      ...reports,
    ]
    for (const answer of answers) assert.ok(!('id' in answer || 'event' in answer), JSON.stringify(answer).slice(0, 99))
  },
  'an error of those who hear ends the question': async () => {
    const wrong = new Error('heard enough')
    const onReport = () => {
      throw wrong
    }
    const is = error => error === wrong
    await assert.rejects(engine.hint('f5', { time_ms: 3_600_000, onReport }), is)
    await assert.rejects(engine.solve({ start: ENDGAME }, { onReport }), is)
    await assert.rejects(engine.review(GAME, { level: 8, onProgress: onReport }), is)
    assert.equal((await engine.hint('f5', { depth: 4 })).depth, 4)
  },
  'the notices of foreign parts are whole': async () => {
    const text = readFileSync(join(installed, 'licenses.txt'), 'utf8')
    for (const part of ['wasi-libc', 'compiler-rt']) assert.match(text, new RegExp(`^${part}\n\n(?!see )`, 'm'))
    for (const [, name] of text.matchAll(/common-licenses\/([\w.-]*\w)/g)) assert.match(text, new RegExp(`^${name}\n\n(?!see )`, 'm'))
    assert.match(text, /^Apache-2\.0\n\n\s+Apache License\n\s+Version 2\.0/m)
    assert.match(text, /^CC0-1\.0\n\n\s*Creative Commons Legal Code/m)
  },
  'memory and threads that cannot be are refused': async () => {
    for (const memory_mb of [-5, 0, 5, 39, 40.5, 513, 2100, 100000, NaN, '64', null])
      await assert.rejects(Engine.load({ memory_mb }), { name: 'RangeError', message: `flank: memory_mb is ${memory_mb}, not a whole number from 40 to 512` })
    for (const threads of [-1, 0, 1.5, 'x', null])
      await assert.rejects(Engine.load({ threads }), { name: 'RangeError', message: `flank: threads is ${threads}, not a whole number from 1 on` })
    for (const memory_mb of [40, 512]) {
      const able = await Engine.load({ threads: 2, memory_mb })
      assert.equal((await able.hint('f5', { depth: 4 })).depth, 4)
      able.close()
    }
  },
  'an incomplete package and an old node are told in one line': async () => {
    const parts = join(folder, 'files')
    cpSync(join(installed, 'dist/files'), parts, { recursive: true })
    const complete = await Engine.load({ files: pathToFileURL(parts) })
    complete.close()
    rmSync(join(parts, 'loa.book'))
    await assert.rejects(Engine.load({ files: parts }), oneLine(/cannot be read: .*loa\.book/))
    cpSync(join(parts, 'othello.book'), join(parts, 'loa.book'))
    writeFileSync(join(parts, 'flank-threads.wasm'), 'no module')
    await assert.rejects(Engine.load({ files: parts }), oneLine(/^flank: flank-threads\.wasm is damaged, or WebAssembly here lacks /))
    const cut = (name, share) => {
      cpSync(join(installed, 'dist/files'), parts, { recursive: true })
      const whole = readFileSync(join(parts, name))
      writeFileSync(join(parts, name), whole.subarray(0, whole.length * share))
    }
    cut('flank-threads.wasm', 0.5)
    await assert.rejects(Engine.load({ files: parts }), oneLine(/^flank: flank-threads\.wasm is damaged, or /))
    for (const name of ['othello.weights', 'draughts.tables'])
      for (const share of [0, 0.5]) {
        cut(name, share)
        const partial = await Engine.load({ files: parts, threads: 1 })
        await assert.rejects(partial.hint('f5', { depth: 2 }), oneLine(new RegExp(`^flank: ${name} is damaged: [^{]`)))
        partial.close()
      }
    const old = `Object.defineProperty(process.versions, 'node', { value: '16.20.2' }); (await import('@flank/engine')).Engine.load()`
    const done = spawnSync(process.execPath, ['--input-type=module', '--eval', old], { cwd: here, encoding: 'utf8' })
    assert.equal(done.status, 1)
    assert.match(done.stderr, /^Error: flank: node 18 or later is needed; this is v/m)
  },
  'the program ends when the engine is closed': async () => {
    const used = `const { Engine } = await import('@flank/engine'); const engine = await Engine.load()
      console.log((await engine.play('f5d6', { level: 4 })).move); engine.close()`
    const move = execFileSync(process.execPath, ['--input-type=module', '--eval', used], { cwd: here, encoding: 'utf8' })
    assert.match(move, /^[a-h][1-8]\n$/)
  },
}

function caught(act) {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof FlankError, error)
    return error
  }
  throw new Error('it did not throw')
}

const oneLine = words => error => {
  assert.match(error.message, words)
  assert.match(error.message, /^flank: [^\n]*$/)
  return true
}

let number = 0
for (const [name, check] of Object.entries(checks)) {
  number++
  try {
    await check()
    console.log(`ok ${number} - ${name}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`not ok ${number} - ${name}\n${String(error?.stack ?? error).replace(/^/gm, '# ')}`)
  }
}
engine.close()
rmSync(folder, { recursive: true })
console.log(`1..${number}`)
