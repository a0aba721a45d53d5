import { createCanvas } from '@napi-rs/canvas'

const SIZE = 40
/** No font has a letter for it. */
const UNASSIGNED = '\u{10FFFE}'
/** Emoji would be empty boxes on most servers, and add nothing to a card. */
const LEFT_OUT =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Variation_Selector}|\u{200D}|\u{20E3}|\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}/gu
/** Always there: the product's own letters. */
const KNOWN = /^[\s\p{P}\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/u

/**
 * Makes a filter that leaves out what this machine has no letters for, instead of drawing boxes; what is left may be empty.
 * @param font as CSS spells it.
 */
export function createDrawable(font: string): (text: string) => string {
  const canvas = createCanvas(SIZE, SIZE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const seen = new Map<string, boolean>()
  const pixels = (character: string): string => {
    context.clearRect(0, 0, SIZE, SIZE)
    context.font = font
    context.textBaseline = 'top'
    context.fillText(character, 2, 2)
    return Buffer.from(context.getImageData(0, 0, SIZE, SIZE).data.buffer).toString('latin1')
  }
  const missing = pixels(UNASSIGNED)
  const hasLetter = (character: string): boolean => {
    if (KNOWN.test(character)) return true
    const known = seen.get(character) ?? pixels(character) !== missing
    seen.set(character, known)
    return known
  }
  return (text) => Array.from(text.replace(LEFT_OUT, '')).filter(hasLetter).join('').replaceAll(/\s+/g, ' ').trim()
}
