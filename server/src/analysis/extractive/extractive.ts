import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalyseInput, AnalysisDraft, Analyst, DraftItem } from '../analyst.ts'
import { linesOf, type Line } from './lines.ts'
import { firstNames } from './names.ts'
import { nextMeeting } from './next-meeting.ts'
import { pointsAndQuotes } from './points.ts'
import { readBacks, summingUp } from './read-back.ts'
import type { Commitment } from './resolve-commitments.ts'
import { summaryOf, titleOf } from './summary.ts'
import { asItems, commitmentsOf, OVERTURNED, tasksOf } from './tasks.ts'
import { isEnglish } from './words.ts'
import { stepLines } from './candidates.ts'

/** An analyst without a model and without a network: it follows what was promised, refused and corrected, for English. */
export function createExtractiveAnalyst(): Analyst {
  return {
    name: 'extractive',
    status: async () => ({
      name: 'extractive',
      ready: true,
      sends_to: null,
      note: 'Picks sentences from the call by rules for English; it does not write text of its own.',
      cost_ratio: 0,
    }),
    analyse: async (input, options) => {
      options.signal.throwIfAborted()
      const draft = extract(input)
      options.onProgress(1)
      return draft
    },
  }
}

/** A machine's draft counts only where the recogniser was fairly sure of its words. */
const DRAFT_CONFIDENCE = 0.7
/** Characters. */
const LONGEST_ITEM = 400

function extract({ segments, draft }: AnalyseInput): AnalysisDraft {
  const all = linesOf(segments)
  const lines = draft ? all.filter(({ confidence }) => (confidence ?? 0) >= DRAFT_CONFIDENCE).map(moved) : all
  if (!isEnglish(lines.map(({ text }) => text).join(' '))) return NOTHING
  const meeting = nextMeeting(lines)
  const commitments = commitmentsOf(lines)
  const tasks = tasksOf(lines, commitments)
  const isReadBack = readBacks(lines, firstNames(lines)).length > 0
  const { points, quotes } = pointsAndQuotes(
    lines,
    // Each fact is stated once: what is promised, offered or gone through again is no point.
    new Set([
      ...commitments.map(({ proposal }) => proposal.line),
      ...(isReadBack ? summingUp(lines).map(({ index }) => index) : []),
      ...(meeting?.lines ?? []),
    ]),
  )
  const items = tasks.map((task) => asItems(task, lines))
  const heard = new Set(lines.flatMap(({ segmentIds }) => segmentIds))
  const possible = stepLines(segments).filter((id) => heard.has(id))
  // That people met is no recap by itself.
  if (meeting === null && [points, quotes, items, possible].every(({ length }) => length === 0)) return NOTHING
  return {
    title: draft ? null : titleOf(lines),
    summary: readable(summaryOf(meeting, lines)),
    quotes: readable(quotes),
    actionPoints: readable(items.map(({ action }) => action)),
    importantPoints: readable(points),
    todoList: readable(items.map(({ todo }) => todo)),
    chapters: [],
    possibleSteps: possible,
  }
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

/** Words as long as a line, and names with control characters, make no item. */
function readable(items: readonly DraftItem[]): DraftItem[] {
  return items.filter(({ text }) => text.length <= LONGEST_ITEM && !/\p{Cc}/u.test(text))
}

/** A sentence at another place. */
function moved(line: Line, index: number): Line {
  return { ...line, index }
}

/**
 * Lines of a call in which somebody promised or offered only what did not stand at its end.
 * @returns their ids; none of a call in another language than English.
 */
export function overturnedSegments(segments: readonly Segment[]): ReadonlySet<string> {
  const lines = linesOf(segments)
  if (!isEnglish(lines.map(({ text }) => text).join(' '))) return new Set()
  const commitments = commitmentsOf(lines)
  const idsOf = (chosen: readonly Commitment[]) =>
    chosen.flatMap(({ proposal }) => lines[proposal.line]?.segmentIds ?? [])
  const standing = new Set(idsOf(commitments.filter(({ outcome }) => !OVERTURNED.includes(outcome))))
  return new Set(
    idsOf(commitments.filter(({ outcome }) => OVERTURNED.includes(outcome))).filter((id) => !standing.has(id)),
  )
}
