import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalyseInput, AnalysisDraft, Analyst, DraftItem } from '../analyst.ts'
import { EXTRACTIVE } from './identity.ts'
import { getLines, type Line } from './lines.ts'
import { firstNames } from './names.ts'
import { nextMeeting } from './next-meeting.ts'
import { pointsAndQuotes } from './points.ts'
import { readBacks, summingUp } from './read-back.ts'
import type { Commitment } from './resolve-commitments.ts'
import { getSummary, getTitle } from './summary.ts'
import { asItems, getCommitments, OVERTURNED, getTasks } from './tasks.ts'
import { isEnglish } from './words.ts'
import { quotedSteps } from './quoted-steps.ts'

/** An analyst without a model or network: it tracks what was promised, declined and corrected. English only. */
export function createExtractiveAnalyst(): Analyst {
  return {
    ...EXTRACTIVE,
    analyse: async (input, options) => {
      options.signal.throwIfAborted()
      const draft = extract(input)
      options.onProgress(1)
      return draft
    },
  }
}

/** Ignores words in an automatic draft below this recognizer confidence. */
const DRAFT_CONFIDENCE = 0.7
/** Characters. */
const LONGEST_ITEM = 600

function extract({ segments, draft }: AnalyseInput): AnalysisDraft {
  const all = getLines(segments)
  const lines = draft ? all.filter(({ confidence }) => (confidence ?? 0) >= DRAFT_CONFIDENCE).map(moved) : all
  if (!isEnglish(lines.map(({ text }) => text).join(' '))) return NOTHING
  const meeting = nextMeeting(lines)
  const commitments = getCommitments(lines)
  const tasks = getTasks(lines, commitments)
  const readBack = readBacks(lines, firstNames(lines))
  const items = tasks.map((task) => asItems(task, lines))
  const heard = new Set(lines.flatMap(({ segmentIds }) => segmentIds))
  const turnedDown = turnedDownSegments(commitments, lines)
  const quoted = quotedSteps(
    segments,
    (id) => !heard.has(id) || turnedDown.has(id),
    items.map(({ todo }) => todo),
  )
  const mayBeSteps = new Set(quoted.possible)
  const { points, quotes } = pointsAndQuotes(
    lines,
    // States each fact once: a promise, an offer or a repetition is not also a point.
    new Set([
      ...commitments.map(({ proposal }) => proposal.line),
      ...(readBack.length > 0 ? summingUp(lines).map(({ index }) => index) : []),
      ...(meeting?.lines ?? []),
      ...lines.filter(({ segmentIds }) => segmentIds.some((id) => mayBeSteps.has(id))).map(({ index }) => index),
    ]),
  )
  // A list of attendees alone is not a recap.
  if (meeting === null && [points, quotes, items, quoted.agreed, quoted.own].every(({ length }) => length === 0))
    return NOTHING
  return {
    title: draft ? null : getTitle(lines),
    summary: readable(getSummary(meeting, lines)),
    quotes: readable(quotes),
    actionPoints: readable([...items.map(({ action }) => action), ...quoted.agreed].toSorted(byPlace(segments))),
    importantPoints: readable(points),
    todoList: readable([...items.map(({ todo }) => todo), ...quoted.own].toSorted(byPlace(segments))),
    chapters: [],
    possibleSteps: quoted.possible,
    // A draft leaves out lines, so what was withdrawn has to be looked for in all of them.
    ...(!draft && { withdrawn: [...withdrawnIn(lines, commitments)] }),
  }
}

/** Lines that only offer what was declined or taken back, or ask for what was not agreed to. */
function turnedDownSegments(commitments: readonly Commitment[], lines: readonly Line[]): ReadonlySet<string> {
  const getIds = (chosen: readonly Commitment[]) =>
    chosen.flatMap(({ proposal }) => lines[proposal.line]?.segmentIds ?? [])
  const isTurnedDown = ({ proposal: { kind }, outcome }: Commitment) =>
    kind === 'offer' ? outcome === 'refused' || outcome === 'withdrawn' : kind === 'request' && outcome === 'unanswered'
  const others = new Set(getIds(commitments.filter((commitment) => !isTurnedDown(commitment))))
  return new Set(getIds(commitments.filter(isTurnedDown)).filter((id) => !others.has(id)))
}

const NOTHING: AnalysisDraft = {
  title: null,
  summary: [],
  quotes: [],
  actionPoints: [],
  importantPoints: [],
  todoList: [],
  chapters: [],
  possibleSteps: [],
}

/** In call order, by the line that says it first. */
function byPlace(segments: readonly Segment[]): (one: DraftItem, other: DraftItem) => number {
  const places = new Map(segments.map(({ id }, place) => [id, place]))
  const getPlace = ({ segmentIds }: DraftItem) => Math.min(...segmentIds.map((id) => places.get(id) ?? Infinity))
  return (one, other) => getPlace(one) - getPlace(other)
}

/** Words as long as a line, and names with control characters, don't make an item. */
function readable(items: readonly DraftItem[]): DraftItem[] {
  return items.filter(({ text }) => text.length <= LONGEST_ITEM && !/\p{Cc}/u.test(text))
}

/** A sentence moved to another index. */
function moved(line: Line, index: number): Line {
  return { ...line, index }
}

/**
 * Lines in which every promise or offer was withdrawn by the end of the call.
 * @returns their ids; empty for a call that is not in English.
 */
export function overturnedSegments(segments: readonly Segment[]): ReadonlySet<string> {
  const lines = getLines(segments)
  if (!isEnglish(lines.map(({ text }) => text).join(' '))) return new Set()
  return withdrawnIn(lines, getCommitments(lines))
}

function withdrawnIn(lines: readonly Line[], commitments: readonly Commitment[]): ReadonlySet<string> {
  const getIds = (chosen: readonly Commitment[]) =>
    chosen.flatMap(({ proposal }) => lines[proposal.line]?.segmentIds ?? [])
  const standing = new Set(getIds(commitments.filter(({ outcome }) => !OVERTURNED.includes(outcome))))
  return new Set(
    getIds(commitments.filter(({ outcome }) => OVERTURNED.includes(outcome))).filter((id) => !standing.has(id)),
  )
}
