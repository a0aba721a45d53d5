import { createCanvas } from '@napi-rs/canvas'

/** Wrapped lines; `cut`: the text is longer, and the last line ends with `…`. */
interface FittedLines {
  lines: string[]
  cut: boolean
}

/**
 * Wraps a text at its spaces, and inside a word that is wider than a line.
 * @param fits whether a line is narrow enough.
 */
export function fitLines(text: string, mostLines: number, fits: (line: string) => boolean): FittedLines {
  const rest = text.split(/\s+/).filter((word) => word !== '')
  const lines: string[] = []
  while (rest.length > 0 && lines.length < mostLines) lines.push(takeLine(rest, fits))
  if (rest.length === 0) return { lines, cut: false }
  return { lines: [...lines.slice(0, -1), shorten(lines.at(-1) ?? '', fits)], cut: true }
}

/** Takes as many words from the front as fit, or a part of the first one. */
function takeLine(rest: string[], fits: (line: string) => boolean): string {
  let line = rest.shift() ?? ''
  if (!fits(line)) {
    const kept = longestPrefix(line, fits)
    if (kept !== line) rest.unshift(line.slice(kept.length))
    return kept
  }
  while (rest.length > 0 && fits(`${line} ${rest[0]}`)) line += ` ${rest.shift()}`
  return line
}

/** Whole user-perceived characters, at least one, so that wrapping always ends. */
function longestPrefix(word: string, fits: (line: string) => boolean): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (kept !== '' && !fits(kept + segment)) return kept
    kept += segment
  }
  return kept
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  while (characters.length > 1 && !fits(`${characters.join('')}…`)) characters.pop()
  return `${characters.join('').replace(/[\s,;:–—-]+$/, '')}…`
}

const SIZE = 40
/** An unassigned character, which no font can draw. */
const UNASSIGNED = '\u{10FFFE}'
/** Emoji would be empty boxes on most servers, and add nothing to a card. */
const LEFT_OUT =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Variation_Selector}|\u{200D}|\u{20E3}|\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}/gu
/** The product's own fonts, always available. */
const KNOWN = /^[\s\p{P}\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/u

/**
 * Makes a filter that drops characters without a font on this machine, which would be drawn as boxes; the result may
 * be empty.
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
