// SPDX-License-Identifier: MIT
//
// Sounds of a game, made here: a disc that is put on a board is a short knock (noise through a band of pitches) upon a low tone that dies
// away; the end is a chord. Phones vibrate, which has a switch of its own. Nothing is heard or felt before the visitor has pressed something,
// or while it is switched off.
import { settings } from '../services/settings'

const KNOCK_S = 0.05
const FADED = 0.001 // an exponential fall never reaches zero
const LOUDNESS = 0.5

let audio: AudioContext | undefined
let knock: AudioBuffer | undefined

const isWanted = (what: 'sound' | 'vibration') => settings.value[what] && navigator.userActivation?.hasBeenActive === true

function vibrate(pattern: number | number[]) {
  if (isWanted('vibration')) navigator.vibrate?.(pattern)
}

/** Undefined in a browser that has no sound. */
function ready(): AudioContext | undefined {
  try {
    audio ??= new AudioContext()
  } catch {
    return undefined
  }
  if (audio.state !== 'running') audio.resume().catch(() => {}) // the page was asleep, or a phone call has interrupted it
  return audio
}

/** A gain that falls from `level` to nothing. */
function falling(context: AudioContext, level: number, at: number, seconds: number): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(level * LOUDNESS, at)
  gain.gain.exponentialRampToValueAtTime(FADED, at + seconds)
  gain.connect(context.destination)
  return gain
}

function tone(context: AudioContext, hertz: number, level: number, at: number, seconds: number) {
  const source = context.createOscillator()
  source.type = 'triangle'
  source.frequency.value = hertz
  source.connect(falling(context, level, at, seconds))
  source.start(at)
  source.stop(at + seconds)
}

function noise(context: AudioContext): AudioBuffer {
  const made = context.createBuffer(1, Math.ceil(KNOCK_S * context.sampleRate), context.sampleRate)
  const samples = made.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1
  return made
}

/** A piece is put down, `delay` milliseconds from now; the other player's sounds softer and lower. */
export function soundMove(own: boolean, delay: number) {
  if (own) vibrate(12)
  if (!isWanted('sound')) return
  const context = ready()
  if (!context) return
  const at = context.currentTime + delay / 1000
  const level = own ? 0.8 : 0.35
  const source = context.createBufferSource()
  source.buffer = knock ??= noise(context)
  const band = context.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = own ? 1900 : 1300
  source.connect(band).connect(falling(context, level, at, KNOCK_S))
  source.start(at)
  tone(context, own ? 190 : 150, level * 0.6, at, 2 * KNOCK_S)
}

const CHORDS = { won: [523.25, 659.25, 783.99], drawn: [523.25, 587.33, 783.99], lost: [440, 523.25, 659.25] } // C, C with a second, A minor

/** The game is over, as seen by a person against the engine; two people hear it as won. */
export function soundEnd(how: keyof typeof CHORDS) {
  vibrate([15, 60, 30])
  if (!isWanted('sound')) return
  const context = ready()
  if (!context) return
  const begin = context.currentTime + 0.25 // behind the last move
  CHORDS[how].forEach((hertz, place) => tone(context, hertz, 0.22, begin + 0.09 * place, 0.9))
}
