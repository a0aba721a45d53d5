import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalyseInput, AnalysisDraft, Analyst, DraftItem } from './analyst.ts'
import { weighWords } from './extractive/call-words.ts'
import { factIn } from './extractive/facts.ts'
import { linesOf, type Line } from './extractive/lines.ts'
import { firstNames } from './extractive/names.ts'
import { notesOf } from './extractive/notes.ts'
import { proposalsIn } from './extractive/proposals.ts'
import { nextMeeting } from './extractive/next-meeting.ts'
import { readBacks, summingUp } from './extractive/read-back.ts'
import { withoutStop } from './extractive/clean.ts'
import { sidesOf, type Sides } from './extractive/sides.ts'
import { overturnedIn } from './extractive/overturned.ts'
import { selfContained, worthOf, type Statement } from './extractive/statements.ts'
import { mentionsIn } from './extractive/references.ts'
import { possibleSteps } from './extractive/possible-steps.ts'
import { framed, isAlike, said, summaryOf, titleOf } from './extractive/summary.ts'
import type { Commitment } from './extractive/settle.ts'
import { asItems, commitmentsOf, OVERTURNED, overturnedLines, tasksOf } from './extractive/tasks.ts'
import { isEnglish } from './extractive/words.ts'

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

const MOST = { points: 7, notes: 8, quotes: 5, draft: 4 }
/** A machine's draft counts only where the recogniser was fairly sure of its words. */
const DRAFT_CONFIDENCE = 0.7
const LEAST_WORTH = 1.4
const CLEARLY_SELLS = 0.5
/** Characters. */
const LONGEST_ITEM = 400

function extract({ segments, draft }: AnalyseInput): AnalysisDraft {
  const all = linesOf(segments)
  const lines = draft ? all.filter(({ confidence }) => (confidence ?? 0) >= DRAFT_CONFIDENCE).map(moved) : all
  if (!isEnglish(lines.map(({ text }) => text).join(' ')))
    return {
      title: null,
      summary: [],
      quotes: [],
      actionPoints: [],
      importantPoints: [],
      todoList: [],
      chapters: [],
      unworded: [],
    }
  const sides = sidesOf(lines)
  const commitments = commitmentsOf(lines)
  const tasks = tasksOf(lines, commitments)
  const overturned = overturnedLines(commitments, lines)
  const statements = statementsOf(lines, overturned, sides)
  const words = weighWords(lines)
  const summary =
    sides === null
      ? framed(notesOf(lines, words, MOST.notes, []), tasks, lines)
      : summaryOf(statements, tasks, lines, sides)
  const rest = (shown: readonly Statement[]) =>
    statements.filter((statement) => !shown.some((other) => isAlike(other, statement)))
  const points =
    sides === null
      ? notesOf(lines, words, MOST.notes - 1, summary.stated)
      : chosen(rest(summary.stated), draft ? MOST.draft : MOST.points)
  const unsaid = chosen(rest([...summary.stated, ...points]).filter(isQuotable), MOST.quotes)
  // A short call says little twice: what is stated already is quoted too, so that it can be played.
  const stated = [...summary.stated, ...(sides === null ? [] : points)]
  const quotes = [...unsaid, ...chosen(stated.filter(isQuotable), MOST.quotes - unsaid.length)].toSorted(
    (one, other) => one.line.index - other.line.index,
  )
  const items = tasks.map((task) => asItems(task, lines))
  return {
    title: draft ? null : titleOf(lines),
    summary: readable(summary.items),
    quotes: readable(
      quotes.map(({ line }) => ({
        text: line.text,
        segmentIds: line.segmentIds.slice(0, MOST_EVIDENCE_LINES),
        unconfirmed: true,
      })),
    ),
    actionPoints: readable(items.map(({ action }) => action)),
    importantPoints: readable(points.map(said)),
    todoList: readable(items.map(({ todo }) => todo)),
    chapters: [],
    unworded: readable(possibleSteps(commitments, tasks, lines)),
  }
}

/** Words as long as a line, and names with control characters, make no item. */
function readable(items: readonly DraftItem[]): DraftItem[] {
  return items.filter(({ text }) => text.length <= LONGEST_ITEM && !/\p{Cc}/u.test(text))
}

/** A sentence at another place: its noun phrases lead there too. */
function moved(line: Line, index: number): Line {
  return { ...line, index, phrases: line.phrases.map((phrase) => ({ ...phrase, line: index })) }
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

/** What is stated as a point or in the summary: it is understood by itself, is worth it, and holds at the end. */
function statementsOf(lines: readonly Line[], overturned: ReadonlySet<number>, sides: Sides | null): Statement[] {
  const names = firstNames(lines)
  // Tasks that are gone through again are listed as tasks, and the next meeting as such.
  const again = new Set([
    ...(readBacks(lines, names).length > 0 ? summingUp(lines).map(({ index }) => index) : []),
    ...(nextMeeting(lines)?.lines ?? []),
  ])
  const mentions = mentionsIn(lines)
  const isProposal = (line: Line) => proposalsIn(line, names).length > 0
  const isOverturned = overturnedIn(lines)
  return lines.flatMap((line): Statement[] => {
    const found = factIn(line, mentions)
    // What must be and what goes wrong is the customer's to say; days and prices are anybody's.
    const isAnybodys = found?.kind === 'deadline' || found?.kind === 'price'
    const fact = !isAnybodys && (sides?.get(line.speaker ?? '') ?? 0) > CLEARLY_SELLS ? null : found
    const statement = () =>
      fact === null ? selfContained(line, lines, mentions) : { parts: [line], text: withoutStop(line.tidied) }
    const isCovered = again.has(line.index) || (fact?.kind !== 'limit' && isProposal(line))
    const whole = isCovered ? null : statement()
    const holds = (part: Line) =>
      !again.has(part.index) &&
      (fact?.kind === 'limit' || !isProposal(part)) &&
      !overturned.has(part.index) &&
      !isOverturned(part)
    if (whole === null || !whole.parts.every(holds)) return []
    const score = worthOf(line, lines) + (fact?.worth ?? 0)
    return fact !== null || score >= LEAST_WORTH ? [{ line, ...whole, score }] : []
  })
}

/** The best statements, none of them like another, in the order of the call. */
function chosen(statements: readonly Statement[], most: number): Statement[] {
  const kept: Statement[] = []
  for (const statement of statements.toSorted((a, b) => b.score - a.score)) {
    if (kept.length < most && !kept.some((other) => isAlike(other, statement))) kept.push(statement)
  }
  return kept.toSorted((a, b) => a.line.index - b.line.index)
}

/** Shown word for word and whole, a quote must be nearly free of fillers as it was said. */
function isQuotable({ line, parts, text }: Statement): boolean {
  return (
    parts.length === 1 &&
    line.unbroken &&
    line.text.length - text.length <= MOST_CLEANED &&
    !/^'?(?:be)?cause\b|\b(?:um|uh|er|erm)\b|--|\.\.\./i.test(line.text)
  )
}

const MOST_CLEANED = 9
