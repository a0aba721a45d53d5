import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { Script, Slide, Speaker } from './script.ts'
import { ffmpeg } from './tools.ts'

const WIDTH = 1280
const HEIGHT = 720
const MARGIN = 40
const GAP = 20
const TILE_TOP = 584
const TILE_HEIGHT = 96
const COLOUR = {
  page: '#f4f5f7',
  card: '#ffffff',
  hairline: '#e1e4e8',
  ink: '#16191d',
  text: '#353b43',
  quiet: '#6b7480',
  avatar: '#e9ecf0',
}
const FONT = 'Liberation Sans, Arial, DejaVu Sans, sans-serif'

/**
 * Draws the call's video: a slide, and a tile for each person with the speaker highlighted. @returns the PNG's path.
 */
export function drawFrame(script: Script, slide: Slide, talking: Speaker | null, folder: string): string {
  const path = join(folder, `frame-${slide.number}-${talking?.name ?? 'silent'}`)
  writeFileSync(`${path}.svg`, frameSvg(script, slide, talking))
  ffmpeg('-i', `${path}.svg`, '-frames:v', '1', `${path}.png`)
  return `${path}.png`
}

function frameSvg(script: Script, slide: Slide, talking: Speaker | null): string {
  const tileWidth = (WIDTH - 2 * MARGIN - (script.speakers.length - 1) * GAP) / script.speakers.length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}">`,
    `<rect width="100%" height="100%" fill="${COLOUR.page}"/>`,
    slideSvg(script, slide),
    ...script.speakers.map((speaker, index) =>
      tileSvg(speaker, MARGIN + index * (tileWidth + GAP), tileWidth, speaker === talking),
    ),
    '</svg>',
  ].join('\n')
}

function slideSvg(script: Script, slide: Slide): string {
  const bullets = slide.lines.map((line, index) => {
    const y = 310 + index * 72
    return `<circle cx="${MARGIN + 69}" cy="${y - 11}" r="5" fill="${BRAND.accent}"/>${text(line, MARGIN + 96, y, 34, COLOUR.text)}`
  })
  return [
    card(MARGIN, MARGIN, WIDTH - 2 * MARGIN, TILE_TOP - MARGIN - GAP, COLOUR.hairline, 1),
    text(script.title, MARGIN + 64, 112, 20, COLOUR.quiet),
    text(`${slide.number} / ${script.slides.length}`, WIDTH - MARGIN - 64, 112, 20, COLOUR.quiet, 'text-anchor="end"'),
    text(slide.title, MARGIN + 62, 206, 58, COLOUR.ink, 'font-weight="bold" letter-spacing="-1"'),
    ...bullets,
  ].join('\n')
}

function tileSvg(speaker: Speaker, x: number, width: number, talks: boolean): string {
  const middle = TILE_TOP + TILE_HEIGHT / 2
  return [
    card(x, TILE_TOP, width, TILE_HEIGHT, talks ? BRAND.accent : COLOUR.hairline, talks ? 3 : 1),
    `<circle cx="${x + 50}" cy="${middle}" r="28" fill="${talks ? BRAND.accent : COLOUR.avatar}"/>`,
    text(
      speaker.name.slice(0, 1),
      x + 50,
      middle + 9,
      25,
      talks ? COLOUR.card : COLOUR.quiet,
      'text-anchor="middle" font-weight="bold"',
    ),
    text(speaker.name, x + 94, middle - 5, 24, COLOUR.ink, 'font-weight="bold"'),
    text(speaker.role, x + 94, middle + 23, 17, COLOUR.quiet),
    talks ? soundSvg(x + width - 40, middle) : '',
  ].join('\n')
}

/** Three bars, the usual icon for sound. */
function soundSvg(x: number, middle: number): string {
  const bar = (height: number, index: number): string =>
    `<rect x="${x + index * 8}" y="${middle - height / 2}" width="4" height="${height}" rx="2" fill="${BRAND.accent}"/>`
  return [14, 26, 18].map(bar).join('')
}

function card(x: number, y: number, width: number, height: number, stroke: string, strokeWidth: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${COLOUR.card}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`
}

function text(content: string, x: number, y: number, size: number, colour: string, more = ''): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" ${more}>${escaped}</text>`
}
