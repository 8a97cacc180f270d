// SPDX-License-Identifier: MIT
//
// A board as a picture: SVG text that needs no style sheet, and PNG. In the colours of paper, whatever the screen's are.
import type { GameFacts, Move } from '../engine/types'
import { contactShadow, dotsOf, escaped, groundOf, isDark, paper, pieceOf, shapesOf, tag, type Shape } from './drawing'
import { boxAround, centreOf, coordinates, cornerOf, sightOf, squaresSeen, viewBox, type Sight } from './geometry'
import { squareNumber, type Turn } from './squares'

export interface Picture {
  facts: GameFacts
  board: string // 64 characters from a1
  rules?: string
  turn?: Turn
  lastMove?: Move | null
  /** Short texts on squares. */
  marks?: ReadonlyMap<string, { text: string }>
  /** Said by screen readers, shown by no program. */
  title?: string
}

const MARGIN = 0.4 // for letters and digits
const BORDER = 0.1 // at the other two sides

function shapeText({ tag: name, attributes, paint }: Shape, color: string): string {
  if (paint === 'shadow') return tag(name, { ...attributes, fill: 'url(#shadow)' })
  const colors = paper.pieces[color] ?? paper.pieces['black']!
  if (paint === 'ring') return tag(name, { ...attributes, fill: 'none', stroke: colors.ring, 'stroke-width': 0.03 })
  if (paint === 'body') return tag(name, { ...attributes, fill: `url(#${color})`, stroke: colors.edge, 'stroke-width': 0.02 })
  return tag(name, { ...attributes, fill: colors[paint] })
}

/** The light on the pieces of two colours, and their shadow. */
function paintsText(colors: readonly string[]): string {
  const stop = (offset: number, color: string, opacity = 1) => tag('stop', { offset, 'stop-color': color, 'stop-opacity': opacity })
  const light = (color: string) => {
    const { lit, body, shaded } = paper.pieces[color] ?? paper.pieces['black']!
    return tag('radialGradient', { id: color, cx: 0.36, cy: 0.28, r: 0.78 }, stop(0, lit) + stop(0.55, body) + stop(1, shaded))
  }
  const shadow = tag('radialGradient', { id: 'shadow' }, stop(0.75, '#000000', 0.5) + stop(1, '#000000', 0))
  return tag('defs', {}, colors.map(light).join('') + shadow)
}

function squareText({ facts, board, lastMove, marks }: Picture, square: string, sight: Sight): string {
  const { x, y } = cornerOf(square, sight)
  const centre = centreOf(square, sight)
  const at = { transform: `translate(${centre.x} ${centre.y})` }
  const last = square === lastMove?.to || square === lastMove?.from
  const ground = groundOf(facts) === 'checkered' && isDark(squareNumber(square)) ? paper.dark : paper.board
  const piece = pieceOf(facts, board[squareNumber(square)]!)
  const mark = marks?.get(square)
  return [
    tag('rect', { x, y, width: 1, height: 1, fill: last ? paper.last : ground, stroke: paper.line, 'stroke-width': 0.025 }),
    piece ? tag('g', at, [contactShadow, ...shapesOf(piece)].map(shape => shapeText(shape, piece.color)).join('')) : '',
    mark ? tag('text', { ...at, y: 0.11, 'font-size': 0.32, fill: piece ? paper.text : '#fff' }, escaped(mark.text)) : '',
  ].join('')
}

function coordinatesText(sight: Sight): string {
  const { columns, rows } = coordinates(sight)
  const { first } = sight.area
  const text = (x: number, y: number, what: string) => tag('text', { x, y, 'font-size': 0.26, fill: paper.text }, what)
  return [
    ...columns.map((what, column) => text(first + column + 0.5, first - MARGIN / 2 + 0.1, what)),
    ...rows.map((what, row) => text(first - MARGIN / 2, first + row + 0.6, what)),
  ].join('')
}

/** The board as SVG, `pixels` wide. */
export function boardSvg(picture: Picture, pixels = 512): string {
  const sight = sightOf(picture.facts, picture.rules, picture.turn)
  const board = boxAround(sight)
  const size = board.width + MARGIN + BORDER
  const whole = { x: board.x - MARGIN, y: board.y - MARGIN, width: size, height: size }
  const inner = [
    picture.title ? `<title>${escaped(picture.title)}</title>` : '',
    tag('rect', { ...whole, fill: paper.frame }),
    paintsText(picture.facts.colors),
    coordinatesText(sight),
    ...squaresSeen(sight).flatMap(row => row.map(square => squareText(picture, square, sight))),
    tag('rect', { ...board, fill: 'none', stroke: paper.line, 'stroke-width': 0.05 }),
    ...dotsOf(picture.facts, sight.area).map(({ x, y }) => tag('circle', { cx: x, cy: y, r: 0.07, fill: paper.line })),
  ].join('')
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: pixels,
      height: pixels,
      viewBox: viewBox(whole),
      'font-family': 'sans-serif',
      'text-anchor': 'middle',
    },
    inner,
  )
}

/** The board as PNG. */
export async function boardPng(picture: Picture, pixels = 1024): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(boardSvg(picture, pixels))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  canvas.getContext('2d')!.drawImage(image, 0, 0, pixels, pixels)
  return new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}
