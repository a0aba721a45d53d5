import { wordsOf } from '../english.ts'
import { isAboutTheCall, isConfidential, isFarewell, retracts } from './acts.ts'
import type { CallWords } from './call-words.ts'
import { isBroken } from './clean.ts'
import type { Line } from './lines.ts'
import { overturnedIn } from './overturned.ts'
import { COURTESY, LOOSE_TALK, type Statement } from './statements.ts'

/** Of a word mentioned once, twice, … so much is left to gain. */
const FADING = 0.4
/** How much more a weighty word gains than a light one. */
const WEIGHT_POWER = 0.7
/** Words added to a length, so that the shortest sentences don't win only because they are short. */
const LENGTH_FLOOR = 6
/** What leans back on the sentence before says less by itself. */
const LEANS_BACK = /^(?:it|its|it's|that|that's|this|these|those|they|they're|he|she|there|which|we're|so)\b/i
const LEANING = 0.6
const OPENING = 0.06

/**
 * The sentences that together cover most of what a meeting was about in the fewest words, in its order.
 * @param besides what is shown already; its words count as mentioned.
 */
export function notesOf(
  lines: readonly Line[],
  words: CallWords,
  count: number,
  besides: readonly Statement[],
): Statement[] {
  const mentions = new Map<string, number>()
  const mention = (line: Line) =>
    new Set(line.stems).forEach((stem) => mentions.set(stem, (mentions.get(stem) ?? 0) + 1))
  const shown = new Set(besides.flatMap(({ parts }) => parts))
  shown.forEach(mention)
  const isOverturned = overturnedIn(lines)
  let rest = lines
    .filter((line) => isNote(line) && !shown.has(line) && !isOverturned(line))
    .map((line) => ({ line, factor: worthOf(line, lines.length) / (wordsOf(line.tidied).length + LENGTH_FLOOR) }))
  const chosen: Statement[] = []
  while (chosen.length < count && rest.length > 0) {
    const valued = rest.map((entry) => ({
      entry,
      value:
        entry.factor *
        [...new Set(entry.line.stems)].reduce(
          (sum, stem) => sum + (words.get(stem) ?? 0) ** WEIGHT_POWER * FADING ** (mentions.get(stem) ?? 0),
          0,
        ),
    }))
    const best = valued.reduce((a, b) => (b.value > a.value ? b : a))
    const { line } = best.entry
    chosen.push({ line, parts: [line], text: line.tidied.replace(/[.]$/, ''), score: best.value })
    mention(line)
    rest = rest.filter(({ line: other }) => other !== line)
  }
  return chosen.toSorted((a, b) => a.line.index - b.line.index)
}

function worthOf({ tidied, index }: Line, length: number): number {
  return (LEANS_BACK.test(tidied) ? LEANING : 1) * (index < OPENING * length ? 0.5 : 1)
}

/** Words of a sentence of a meeting that is worth a note. */
const NOTE = { fewest: 6, most: 34, fewestStems: 3 }

/** A sentence that can be in the notes of a meeting: whole and clean; what "it" is may be unclear. */
function isNote(line: Line): boolean {
  const count = wordsOf(line.tidied).length
  const isClean =
    !line.tidied.endsWith('?') &&
    !isBroken(line.tidied) &&
    !LOOSE_TALK.test(line.tidied) &&
    !isAboutTheCall(line.text) &&
    !isConfidential(line.text) &&
    !isFarewell(line.text) &&
    !retracts(line.text) &&
    !COURTESY.test(line.tidied)
  return (
    count >= NOTE.fewest &&
    count <= NOTE.most &&
    line.stems.length >= NOTE.fewestStems &&
    isClean &&
    !/(?:--|\.\.\.|…|,)\s*$/.test(line.text.trim()) &&
    line.tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX')
  )
}
