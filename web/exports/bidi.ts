/** Letters of right-to-left scripts: Hebrew, Arabic and related ones. */
const RTL = String.raw`[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]`
const RTL_LETTER = new RegExp(String.raw`(?=\p{L})${RTL}`, 'u')
const LTR_LETTER = new RegExp(String.raw`(?!${RTL})\p{L}`, 'u')
const FIRST_LETTER = /\p{L}/u
/** From a direction's first letter to its last one before a letter of the other direction. */
const RTL_STRETCH = stretch(RTL_LETTER.source, LTR_LETTER.source)
const LTR_STRETCH = stretch(String.raw`(?:${LTR_LETTER.source}|\d)`, RTL_LETTER.source)

/** A piece of text in one direction. */
export interface Run {
  text: string
  rightToLeft: boolean
}

/** Whether a text's first letter is right-to-left, as with `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  return RTL_LETTER.test(FIRST_LETTER.exec(text)?.[0] ?? '')
}

/** Splits a paragraph's text where the direction changes: word processors require it, browsers do it themselves. */
export function getRuns(text: string, paragraphRightToLeft: boolean): Run[] {
  const runs: Run[] = []
  const add = (piece: string, rightToLeft: boolean): void => {
    if (piece !== '') runs.push({ text: piece, rightToLeft })
  }
  let at = 0
  for (const { 0: piece, index } of text.matchAll(paragraphRightToLeft ? LTR_STRETCH : RTL_STRETCH)) {
    add(text.slice(at, index), paragraphRightToLeft)
    add(piece, !paragraphRightToLeft)
    at = index + piece.length
  }
  add(text.slice(at), paragraphRightToLeft)
  return runs
}

/** Linear: each repetition matches neutral characters and then one letter that they can't contain. */
function stretch(letter: string, other: string): RegExp {
  return new RegExp(`${letter}(?:(?:(?!${letter}|${other}).)*${letter})*`, 'gsu')
}
