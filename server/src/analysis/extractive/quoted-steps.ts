import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { DraftItem } from '../analyst.ts'
import { groupSteps, scoreSteps, type StepGroup, type StepScore } from '../steps/score-steps.ts'
import { mergeSteps } from '../steps/merge-steps.ts'
import { getStepDay } from '../steps/step-day.ts'
import { getStepItems, saysDay } from '../steps/step-text.ts'
import { isConfidential, isFarewell } from './acts.ts'
import { contentStems, getWords } from '../language/english.ts'
import { asDeadline, daySet, withoutDays } from '../language/deadlines.ts'

/** A line with this score is a next step that waits for the owner; with this score by its words, it is offered as a line. */
const [LEAST_STEP, LEAST_POSSIBLE] = [0.3, 0.12]
const MOST_STEPS = 40
/** Words of a quoted step, and with the lines before it. */
const [MOST_QUOTED_WORDS, MOST_WORDS_IN_CONTEXT] = [45, 60]
/** "I'll send you that." needs the lines before it, as does a quote with few content words. */
const REFERS = /\b(?:it|that|this|them|those|these|ones|one(?=[.,?!]))\b(?!['’]s)/i
const FEWEST_STEMS = 6
/** Up to this many lines are added until the quote has enough content words; a line of fewer says nothing. */
const CONTEXT = { lines: 3, enoughStems: 12, fewestStems: 2 }
const PROMISES = /\bI(?:['’]ll| will)\b/i
const OF_ANY_PROMISE: ReadonlySet<string> = new Set(contentStems('send'))
const SENTENCE_END = /(?<=[.?!])\s+/
/** Share of a call's lines before its goodbyes. */
const GOODBYES_FROM = 0.8

/** What lines of a call may be next steps. */
export interface QuotedSteps {
  /** Likely steps as they were said, for review: what one person asks and another takes on. */
  agreed: DraftItem[]
  /** The others. */
  own: DraftItem[]
  /** Ids of lines that may hold a step, in call order. */
  possible: string[]
}

/**
 * The next steps that no rule can word: their lines, verbatim, with who does it and the day that was said.
 * @param isOut whether a line isn't used: not heard clearly, turned down, taken back.
 * @param stated steps that were already found, by ids of their lines and their owners.
 */
export function quotedSteps(
  segments: readonly Segment[],
  isOut: (id: string) => boolean,
  stated: readonly Pick<DraftItem, 'segmentIds' | 'owner'>[],
): QuotedSteps {
  const end = getEnd(segments)
  const scores = scoreSteps(segments).filter(({ place, owner }) => {
    const { id = '', text = '' } = segments[place] ?? {}
    const isStated = stated.some((step) => step.owner === owner && step.segmentIds.includes(id))
    return place < end && !isOut(id) && !isStated && !isConfidential(text)
  })
  const groups = likeliest(groupSteps(scores, LEAST_STEP).flatMap((group) => splitByDay(group, segments)))
  const isOfOther = (at: number, group: StepGroup) =>
    groups.some(
      (other) => other !== group && other.owner === group.owner && other.lines.some(({ place }) => place === at),
    )
  const steps = mergeSteps(
    groups.map((group) => {
      const task = getQuote(group, segments, {
        isOut: (at) => isOut(segments[at]?.id ?? ''),
        isOfOther: (at) => isOfOther(at, group),
      })
      const places = group.lines.map(({ place }) => place)
      const day = getStepDay(group.owner, places, task, segments)
      return { owner: group.owner, task, due: saysDay(task, day) ? day : asDeadline(day), places }
    }),
  )
  const possible = new Set(scores.filter(({ byWords }) => byWords >= LEAST_POSSIBLE).map(({ place }) => place))
  return {
    ...getStepItems(steps, segments, () => true),
    possible: segments.flatMap(({ id }, place) => (possible.has(place) ? [id] : [])),
  }
}

/** Two promises with different days and no word in common are two steps. */
function splitByDay({ owner, lines }: StepGroup, segments: readonly Segment[]): StepGroup[] {
  const getPromise = ({ place }: StepScore) => {
    const { speaker = null, text = '' } = segments[place] ?? {}
    const day = speaker === owner && PROMISES.test(text) ? daySet(text) : null
    const words = new Set(contentStems(withoutDays(text))).difference(OF_ANY_PROMISE)
    return day === null || words.size === 0 ? null : { day, words }
  }
  const groups: StepGroup[] = []
  let last: ReturnType<typeof getPromise> = null
  for (const line of lines) {
    const promise = getPromise(line)
    const isNew =
      last !== null && promise !== null && promise.day !== last.day && promise.words.isDisjointFrom(last.words)
    if (groups.length === 0 || isNew) groups.push({ owner, lines: [line] })
    else groups.at(-1)?.lines.push(line)
    last = promise ?? last
  }
  return groups
}

/** At most so many steps, in call order. */
function likeliest(groups: readonly StepGroup[]): StepGroup[] {
  const getScore = ({ lines }: StepGroup) => Math.max(...lines.map(({ score }) => score))
  const chosen = new Set(groups.toSorted((a, b) => getScore(b) - getScore(a)).slice(0, MOST_STEPS))
  return groups.filter((group) => chosen.has(group))
}

/** The last goodbye: what follows it is said among colleagues. */
function getEnd(segments: readonly Segment[]): number {
  const last = segments.findLastIndex(({ text }) => isFarewell(text))
  return last < segments.length * GOODBYES_FROM ? segments.length : last
}

/** The lines before a step. */
interface ContextLines {
  /** Whether a line isn't used. */
  isOut: (place: number) => boolean
  /** Whether another step of the owner has this line. */
  isOfOther: (place: number) => boolean
}

/**
 * The owner's likeliest lines, or those that give the owner the task, in call order; after the lines before them where
 * they say too little: `“Is there a crane report?” – “I'll send it by Friday.”`
 */
function getQuote({ owner, lines }: StepGroup, segments: readonly Segment[], context: ContextLines): string {
  const own = lines.filter(({ place }) => segments[place]?.speaker === owner)
  const chosen = new Map<number, string>()
  let words = 0
  for (const { place } of (own.length > 0 ? own : lines).toSorted((a, b) => b.byWords - a.byWords)) {
    const said = shortened(place, segments)
    words += getWords(said).length
    if (chosen.size > 0 && words > MOST_QUOTED_WORDS) break
    chosen.set(place, said)
  }
  if (countStems(chosen) < FEWEST_STEMS || [...chosen.values()].some((said) => REFERS.test(said)))
    addContext(chosen, segments, context)
  return quoted(chosen, segments)
}

/** Adds the lines before the chosen ones that say what they are about. */
function addContext(
  chosen: Map<number, string>,
  segments: readonly Segment[],
  { isOut, isOfOther }: ContextLines,
): void {
  const first = Math.min(...chosen.keys())
  for (let at = first - 1; at >= Math.max(0, first - CONTEXT.lines); at -= 1) {
    const said = shortened(at, segments)
    const isTooLong = getWords([...chosen.values(), said].join(' ')).length > MOST_WORDS_IN_CONTEXT
    if (countStems(chosen) >= CONTEXT.enoughStems || isOfOther(at) || isConfidential(said) || isTooLong) return
    if (!isOut(at) && contentStems(said).length >= CONTEXT.fewestStems) chosen.set(at, said)
  }
}

function countStems(chosen: ReadonlyMap<number, string>): number {
  return new Set([...chosen.values()].flatMap((said) => contentStems(withoutDays(said)))).size
}

/** Each speaker's lines in their own marks, where lines before the chosen ones are by others. */
function quoted(chosen: ReadonlyMap<number, string>, segments: readonly Segment[]): string {
  const places = [...chosen.keys()].toSorted((a, b) => a - b)
  return `“${places
    .map((place, i) => {
      const before = places[i - 1]
      if (before === undefined) return chosen.get(place)
      const isOther = segments[place]?.speaker !== segments[before]?.speaker
      return `${isOther ? '” – “' : place - before > 1 ? ' … ' : ' '}${chosen.get(place)}`
    })
    .join('')}”`
}

/** The likeliest sentence of a long line. */
function shortened(place: number, segments: readonly Segment[]): string {
  const line = segments[place]
  if (line === undefined || getWords(line.text).length <= MOST_QUOTED_WORDS) return line?.text ?? ''
  const sentences = line.text.split(SENTENCE_END)
  const best = scoreSteps(sentences.map((text) => ({ ...line, text }))).toSorted((a, b) => b.score - a.score)[0]
  const words = (sentences[best?.place ?? 0] ?? '').split(/\s+/)
  return words.length > MOST_QUOTED_WORDS ? `${words.slice(0, MOST_QUOTED_WORDS).join(' ')}…` : words.join(' ')
}
