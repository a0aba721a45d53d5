import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { createCanvasLinkCard } from './canvas-link-card.ts'
import { CARD_SIZE, type LinkCard } from './link-card.ts'

const draw = createCanvasLinkCard()
const CARD: LinkCard = {
  title: 'Demo with Northwind',
  facts: '12 min call',
  teaser: 'We start in January.',
  accent: '#208df3',
  logo: null,
}

/** Pixels of a drawn card. */
async function getPixels(card: Partial<LinkCard>) {
  const picture = await loadImage(await draw({ ...CARD, ...card }))
  expect({ width: picture.width, height: picture.height }).toEqual(CARD_SIZE)
  const context = createCanvas(CARD_SIZE.width, CARD_SIZE.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  return context
}

const colourAt = (context: Awaited<ReturnType<typeof getPixels>>, x: number, y: number) =>
  Array.from(context.getImageData(x, y, 1, 1).data.subarray(0, 3))
/** How many rows of an area contain ink. */
function inkedRows(context: Awaited<ReturnType<typeof getPixels>>, top: number, bottom: number): number {
  const { data, width } = context.getImageData(0, top, CARD_SIZE.width, bottom - top)
  const inked = new Set<number>()
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) inked.add(Math.floor(at / 4 / width))
  return inked.size
}

describe("a link's picture", () => {
  test('has the owner’s colour, and text on white', async () => {
    const card = await getPixels({ accent: '#8b5cf6' })
    expect(colourAt(card, 600, 4)).toEqual([0x8b, 0x5c, 0xf6])
    expect(colourAt(card, 1190, 400)).toEqual([255, 255, 255])
    expect(inkedRows(card, 190, 270)).toBeGreaterThan(20)
  })

  test('has space for three lines of a title, and no more', async () => {
    const card = await getPixels({ title: 'Negotiation with procurement '.repeat(20), teaser: null })
    expect(inkedRows(card, 350, 430)).toBeGreaterThan(20)
    expect(inkedRows(card, 435, 530)).toBe(0)
  })

  test('shows the owner’s logo, unless it can’t be decoded or would use too much memory', async () => {
    const logo = createCanvas(100, 100)
    const context = logo.getContext('2d')
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 100, 100)
    expect(colourAt(await getPixels({ logo: await logo.encode('png') }), 100, 100)).toEqual([255, 0, 0])
    const bomb = Buffer.from(await logo.encode('png'))
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    for (const broken of [Buffer.from('no picture'), bomb])
      expect(colourAt(await getPixels({ logo: broken }), 84, 108)).toEqual([0x20, 0x8d, 0xf3])
  })

  test.each([
    ['emoji', '🎉 👩‍💻 ☎️'],
    ['control characters', 'a\u0000b\u001b[31mc'],
    ['a lone surrogate', 'a\ud800b'],
    ['markup', '<script>alert(1)</script>'],
    ['right-to-left text', 'שיחת מכירה عرض'],
    ['nothing', ''],
  ])('can be drawn for %s', async (_name, title) => {
    await getPixels({ title, teaser: title })
  })
})
