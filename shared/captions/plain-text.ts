import { splitLines, type Parsed, type Passage } from './passage.ts'
import { isServiceLine } from './service-lines.ts'
import { canBeName, isHeading, readLabel } from './speaker-labels.ts'

/** Minimum occurrences of names on their own lines: they repeat. */
const MIN_MENTIONS = 2

/**
 * Reads a transcript without times: each line is an utterance, and a line without a name continues the one above.
 */
export function readPlainText(text: string): Parsed {
  if (/^\s*WEBVTT/.test(text) || !/\p{L}/u.test(text)) return { passages: [], asides: [], content: null }
  const lines = splitLines(text).map((line) =>
    line
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/^#{1,6} /, ''),
  )
  const asides = lines.filter(isServiceLine)
  const whole = lines.filter((line) => !isServiceLine(line))
  const head = headLength(whole)
  asides.push(...whole.slice(0, head))
  const said = whole.slice(head)
  const named = linesBelowNames(said)
  return {
    passages: (named ?? paragraphs(said)).map((utterance): Passage => ({
      startMs: null,
      endMs: null,
      utterances: [utterance],
    })),
    asides,
    content: null,
  }
}

/** Number of lines above the first turn that are a title, a date or participants. */
function headLength(lines: readonly string[]): number {
  const names = lines.map((line) => readLabel(line)?.name ?? null)
  const isTurn = (name: string | null, at: number) =>
    name !== null && !isHeading(name) && canBeName(name) && names.includes(name, at + 1)
  const first = names.findIndex(isTurn)
  const isTitle = (line: string, at: number) =>
    line.length <= 200 && !/[.?!…]$/.test(line) && (names[at] === null || isHeading(names[at] ?? ''))
  return first > 0 && lines.slice(0, first).every(isTitle) ? first : 0
}

/**
 * If blank lines separate turns, an unlabelled paragraph is a separate turn. Otherwise it continues the one above.
 */
function paragraphs(lines: readonly string[]): Passage['utterances'] {
  const labelled = lines.flatMap((line, at) => (readLabel(line) !== null ? [at] : []))
  const separate = labelled.filter((at) => at === 0 || lines[at - 1] === '').length
  const isByParagraph = separate >= labelled.length * 0.9
  let isBelow = false
  const found: Passage['utterances'] = []
  for (const line of lines) {
    const last = found.at(-1)
    const label = readLabel(line)
    if (line === '') isBelow = isByParagraph && isBelow
    else {
      const goesOn = isBelow && label === null && last !== undefined && readLabel(last.lines[0] ?? '') !== null
      if (goesOn) last.lines.push(line)
      else found.push({ speaker: null, lines: [line], isNew: !isBelow && !isByParagraph })
      isBelow = true
    }
  }
  return found
}

/** `Dana Miller`, with her words below it: repeated lines, one of which is the first line. */
function linesBelowNames(lines: readonly string[]): Passage['utterances'] | null {
  const texts = lines.filter((line) => line !== '')
  const counts = new Map<string, number>()
  for (const line of texts) if (line.length <= 100) counts.set(line, (counts.get(line) ?? 0) + 1)
  const isName = (line: string) =>
    (counts.get(line) ?? 0) >= MIN_MENTIONS && !/[.?!,;:]$/.test(line) && readLabel(line) === null && canBeName(line)
  const names = texts.filter(isName)
  const isHeading = (line: string, at: number) => isName(line) && !isName(texts[at + 1] ?? '')
  if (!isName(texts[0] ?? '') || new Set(names).size < 2 || names.length * 5 < texts.length) return null
  const found: Passage['utterances'] = []
  texts.forEach((line, at) => {
    if (isHeading(line, at)) found.push({ speaker: line, lines: [] })
    else found.at(-1)?.lines.push(line)
  })
  return found.filter(({ lines: below }) => below.length > 0)
}
