import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import { getWords } from '../language/english.ts'
import { getScore } from '../steps/score-steps.ts'
import type { DraftItem } from '../analyst.ts'
import { isAboutTheCall, isConfidential, isFarewell, isHypothetical, refuses, retracts } from './acts.ts'
import { withoutStop } from './clean.ts'
import type { Line } from './lines.ts'
import { getPointFeatures, isReplaced } from './point-features.ts'
import weights from './point-weights.json' with { type: 'json' }

const MOST = 3
const [FEWEST_WORDS, MOST_WORDS] = [6, 35]
const FEWEST_STEMS = 3
/** Less likely lines are not worth the owner's time; of a call without likelier ones, only the best is shown. */
const [LIKELY, LEAST] = [0.4, 0.2]
/** Says only what may be. */
const CONDITIONAL = /\b(?:if|could|would|might|can)\b|'d\b/i
/** Two lines are duplicates if they share this fraction of the shorter one's words. */
const ALIKE = 0.5

/**
 * Up to three lines that state what a reader has to know, and up to three others to quote; all wait for the owner.
 * @param stated indexes of lines that other items use.
 */
export function pointsAndQuotes(
  lines: readonly Line[],
  stated: ReadonlySet<number>,
): { points: DraftItem[]; quotes: DraftItem[] } {
  const features = getPointFeatures(lines)
  const fit = untilFirstLeft(lines).filter((line) => !stated.has(line.index) && isFit(line) && !isReplaced(line, lines))
  const best = (kind: keyof typeof weights, among: readonly Line[], others: readonly Line[]): Line[] => {
    const kept: Line[] = []
    const scored = among
      .map((line) => ({ line, score: getScore(features[line.index] ?? new Map(), weights[kind]) }))
      .filter(({ score }) => score >= LEAST)
    for (const { line, score } of scored.toSorted((a, b) => b.score - a.score)) {
      if (kept.length === MOST || (kept.length > 0 && score < LIKELY)) break
      if (![...others, ...kept].some((other) => isAlike(other, line))) kept.push(line)
    }
    return kept.toSorted((a, b) => a.index - b.index)
  }
  const points = best(
    'points',
    fit.filter(
      ({ text, tokens }) =>
        tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') &&
        !CONDITIONAL.test(text) &&
        ![isHypothetical, refuses, retracts].some((is) => is(text)),
    ),
    [],
  )
  return {
    points: points.map((line) => ({ ...item(line), text: `${who(line)}“${withoutStop(line.tidied)}”.` })),
    quotes: best('quotes', fit, points).map((line) => ({ ...item(line), text: line.text })),
  }
}

const who = ({ speaker }: Line) => (speaker === null ? '' : `${speaker}: `)
const item = ({ segmentIds }: Line) => ({ segmentIds: segmentIds.slice(0, MOST_EVIDENCE_LINES), unconfirmed: true })

function isAlike(a: Line, b: Line): boolean {
  const [one, other] = [new Set(a.stems), new Set(b.stems)]
  return one.intersection(other).size >= ALIKE * Math.min(one.size, other.size)
}

/** A whole statement that is suitable for any reader. */
function isFit({ text, tidied, stems }: Line): boolean {
  const words = getWords(tidied).length
  return (
    words >= FEWEST_WORDS &&
    words <= MOST_WORDS &&
    new Set(stems).size >= FEWEST_STEMS &&
    !tidied.endsWith('?') &&
    !/(?:--|\.\.\.|…|,)\s*$/.test(text) &&
    ![isAboutTheCall, isConfidential, isFarewell].some((is) => is(text))
  )
}

/** The lines before a participant left for good: later ones may not be meant for everyone. */
function untilFirstLeft(lines: readonly Line[]): readonly Line[] {
  const last = new Map(lines.map((line) => [line.speaker, line]))
  const left = [...last.values()].filter(({ text }) => isFarewell(text)).map(({ index }) => index)
  return lines.slice(0, left.length === 0 ? lines.length : Math.min(...left))
}
