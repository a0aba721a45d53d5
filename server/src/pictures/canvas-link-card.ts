import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, loadImage, type Canvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import { imageSize } from 'image-size'
import { BRAND } from '@callfolio/shared/brand.ts'
import { createDrawable, fitLines } from './card-text.ts'
import { CARD_SIZE, type DrawLinkCard, type LinkCard } from './link-card.ts'

/** Scripts covered by the product's own fonts; others use the machine's fonts. */
const ALPHABETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese']
const FAMILY = ALPHABETS.map((alphabet) => `"Card ${alphabet}"`).join(', ')

const INK = '#15181d'
const MUTED = '#5c6470'
const PAPER = '#ffffff'
const MARGIN = 80
const TEXT_WIDTH = CARD_SIZE.width - 2 * MARGIN
const LOGO = { height: 56, width: 360 }
/** A small file can expand to a picture of gigabytes. */
const MOST_LOGO_PIXELS = 4096 * 4096

/** Draws cards with Skia: no browser, no request, any script with an installed font. */
export function createCanvasLinkCard(): DrawLinkCard {
  for (const alphabet of ALPHABETS) {
    const file = fileURLToPath(
      import.meta.resolve(`@fontsource-variable/inter/files/inter-${alphabet}-wght-normal.woff2`),
    )
    if (!GlobalFonts.registerFromPath(file, `Card ${alphabet}`))
      throw new Error(`The letters in ${file} can’t be read.`)
  }
  const drawable = createDrawable(`400 32px ${FAMILY}`)
  return async (card) => {
    const canvas = createCanvas(CARD_SIZE.width, CARD_SIZE.height)
    const logo = card.logo === null ? null : await readLogo(card.logo)
    paint(canvas, { ...card, title: drawable(card.title), teaser: card.teaser && drawable(card.teaser) }, logo)
    return canvas.encode('png')
  }
}

function paint(canvas: Canvas, card: LinkCard, logo: Image | null): void {
  const context = canvas.getContext('2d')
  context.fillStyle = PAPER
  context.fillRect(0, 0, CARD_SIZE.width, CARD_SIZE.height)
  context.fillStyle = card.accent
  context.fillRect(0, 0, CARD_SIZE.width, 12)
  context.textBaseline = 'alphabetic'
  if (logo) drawLogo(context, logo)
  else drawMark(context, MARGIN, MARGIN, LOGO.height)

  const titleEnd = drawText(context, card.title, {
    size: 64,
    weight: 650,
    leading: 78,
    lines: 3,
    top: 248,
    colour: INK,
  })
  if (card.teaser !== null)
    drawText(context, card.teaser, {
      size: 30,
      weight: 400,
      leading: 44,
      lines: titleEnd > 400 ? 2 : 3,
      top: titleEnd + 62,
      colour: MUTED,
    })

  context.font = `500 26px ${FAMILY}`
  context.fillStyle = MUTED
  context.textAlign = 'left'
  context.fillText(card.facts, MARGIN, CARD_SIZE.height - 56)
  if (logo) drawMark(context, CARD_SIZE.width - MARGIN - markWidth(context, 32), CARD_SIZE.height - 80, 32)
}

interface TextStyle {
  size: number
  weight: number
  leading: number
  lines: number
  /** First baseline. */
  top: number
  colour: string
}

/** @returns the baseline of the last line. */
function drawText(
  context: SKRSContext2D,
  text: string,
  { size, weight, leading, lines: maxLines, top, colour }: TextStyle,
): number {
  context.font = `${weight} ${size}px ${FAMILY}`
  context.fillStyle = colour
  // Like `dir="auto"`: the first letter decides.
  const fromRight = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
  context.direction = fromRight ? 'rtl' : 'ltr'
  context.textAlign = fromRight ? 'right' : 'left'
  const { lines } = fitLines(text, maxLines, (line) => context.measureText(line).width <= TEXT_WIDTH)
  lines.forEach((line, index) =>
    context.fillText(line, fromRight ? CARD_SIZE.width - MARGIN : MARGIN, top + index * leading),
  )
  context.direction = 'ltr'
  return top + Math.max(0, lines.length - 1) * leading
}

/** The product's mark and name. */
function drawMark(context: SKRSContext2D, left: number, top: number, size: number): void {
  const unit = size / 32
  context.save()
  context.translate(left, top)
  context.scale(unit, unit)
  context.fillStyle = BRAND.accent
  context.beginPath()
  context.roundRect(0, 0, 32, 32, 8)
  context.fill()
  context.strokeStyle = 'rgba(255, 255, 255, 0.7)'
  context.lineWidth = 2.6
  context.lineCap = 'round'
  context.beginPath()
  for (const [x, y, length] of [
    [9, 8.5, 14],
    [9, 14, 8],
  ] as const) {
    context.moveTo(x, y)
    context.lineTo(x + length, y)
  }
  context.stroke()
  context.fillStyle = PAPER
  context.beginPath()
  context.moveTo(10, 17.4)
  context.lineTo(17.6, 21.7)
  context.lineTo(10, 26)
  context.closePath()
  context.fill()
  context.restore()
  context.font = markFont(size)
  context.fillStyle = INK
  context.textAlign = 'left'
  context.fillText(BRAND.name, left + size * 1.35, top + size * 0.72)
}

function markWidth(context: SKRSContext2D, size: number): number {
  context.font = markFont(size)
  return size * 1.35 + context.measureText(BRAND.name).width
}

function markFont(size: number): string {
  return `650 ${Math.round(size * 0.62)}px ${FAMILY}`
}

function drawLogo(context: SKRSContext2D, logo: Image): void {
  const scale = Math.min(LOGO.height / logo.height, LOGO.width / logo.width)
  context.drawImage(logo, MARGIN, MARGIN, logo.width * scale, logo.height * scale)
}

/** @returns null if it can't be drawn. */
async function readLogo(file: Uint8Array): Promise<Image | null> {
  try {
    const { width, height } = imageSize(file)
    return width * height > MOST_LOGO_PIXELS ? null : await loadImage(file)
  } catch {
    return null
  }
}
