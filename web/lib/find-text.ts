/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface Range {
  start: number
  end: number
}

/** Matches of `query` in a text, ignoring case, accents and kind of white space; in order, without overlap. */
export function findText(text: string, query: string): Range[] {
  const wanted = fold(query.trim()).folded
  if (wanted === '') return []
  const { folded, origins } = fold(text)
  const ranges: Range[] = []
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const last = at + wanted.length - 1
    const [start, end] = origins === null ? [at, last + 1] : [origins[at]?.start, origins[last]?.end]
    if (start !== undefined && end !== undefined) ranges.push({ start, end })
  }
  return ranges
}

/** Scripts that separate words. In text without spaces between words, adjacent characters may belong to any word. */
const IN_WORD =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{M}\p{N}]/u

/**
 * Matches of a search's words in a text: whole words, the last one also as a prefix (like the list's search on the
 * server); in order, without overlap.
 */
export function findWords(text: string, query: string): Range[] {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const found = words.flatMap((word, i) =>
    findText(text, word).filter(
      ({ start, end }) =>
        !IN_WORD.test(text.charAt(start - 1)) && (i === words.length - 1 || !IN_WORD.test(text.charAt(end))),
    ),
  )
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start }, i, all) => all.slice(0, i).every((other) => other.end <= start))
}

/** Printable ASCII: only case differs in the comparable form. */
const PLAIN = /^[ -~]*$/

/**
 * Converts a whole text to its comparable form at once. Every match of `findText` is also in this form: searching it
 * first skips the per-character work for lines that can't match.
 */
export function comparable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replace(/\s/g, ' ')
}

/** Comparable forms of characters seen so far. */
const plainForms = new Map<string, string>()

function plainForm(character: string): string {
  const known = plainForms.get(character)
  if (known !== undefined) return known
  const plain = comparable(character)
  plainForms.set(character, plain)
  return plain
}

/** Text in comparable form, and for each of its units the source character; null: they have the same places. */
function fold(text: string): { folded: string; origins: Range[] | null } {
  if (PLAIN.test(text)) return { folded: comparable(text), origins: null }
  let folded = ''
  let start = 0
  const origins: Range[] = []
  for (const character of text) {
    const end = start + character.length
    const plain = plainForm(character)
    folded += plain
    for (let unit = 0; unit < plain.length; unit++) origins.push({ start, end })
    start = end
  }
  return { folded, origins }
}

/** A piece of a text; `range` is the index of its match, -1 outside of matches. */
export interface Piece {
  text: string
  range: number
}

/** Splits a text that begins at `offset` of a longer one at the longer one's ranges. */
export function cutAt(text: string, ranges: readonly Range[], offset = 0): Piece[] {
  const pieces: Piece[] = []
  let rest = 0
  for (const [range, { start, end }] of ranges.entries()) {
    const from = Math.max(start - offset, rest)
    const to = Math.min(end - offset, text.length)
    if (to <= from) continue
    if (from > rest) pieces.push({ text: text.slice(rest, from), range: -1 })
    pieces.push({ text: text.slice(from, to), range })
    rest = to
  }
  if (rest < text.length) pieces.push({ text: text.slice(rest), range: -1 })
  return pieces
}
