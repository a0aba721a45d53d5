import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import { isConfidential, isFarewell } from './acts.ts'
import { asDeadline, deadlinesIn } from './deadlines.ts'
import type { Line } from './lines.ts'
import { DOCUMENTS } from './noun-phrases.ts'
import { isDocument } from './exchange.ts'
import { phrases } from './phrases.ts'
import { firstNames } from './names.ts'
import { nextMeeting, type NextMeeting } from './next-meeting.ts'
import { proposalsIn } from './proposals.ts'
import { readBacks, type ReadBack } from './read-back.ts'
import { mentionsIn } from './references.ts'
import { settle, type Commitment, type Outcome } from './settle.ts'
import { wordTask, type Wording } from './task-wording.ts'
import { contentStems, wordsOf } from './words.ts'

/** A next step that holds at the end of the call. */
export interface Task extends Wording {
  owner: string
  commitment: Commitment
  stems: ReadonlySet<string>
  /** Said again when the call is summed up. */
  isRepeated: boolean
}

const MOST_TASKS = 20
/** Greetings and small talk come first. */
const OPENING = 0.04
/** Share of the smaller task's words from which on two are the same. */
const SAME = 0.5

/** Who promises where the transcript has no speakers. */
const UNNAMED = 'Somebody'

/** Everything that was promised, offered, asked for or assigned in a call, with what became of it. */
export function commitmentsOf(lines: readonly Line[]): Commitment[] {
  const names = firstNames(lines)
  const proposals = lines
    .slice(Math.floor(lines.length * OPENING))
    .filter(({ text }) => !isConfidential(text) && !isFarewell(text))
    .flatMap((line) => proposalsIn(line, names))
  return settle(proposals, lines)
}

/** What is to be done after the call, by whom and when; what was refused, taken back or left unclear is not among it. */
export function tasksOf(
  lines: readonly Line[],
  commitments: readonly Commitment[],
  { isMeeting = false } = {},
): Task[] {
  const names = firstNames(lines)
  const people = new Set([...names.keys()].flatMap((name) => contentStems(name)))
  const mentions = mentionsIn(lines)
  const speakers = new Set(lines.map(({ speaker }) => speaker))
  const meeting = nextMeeting(lines)
  const tasks = commitments.flatMap((settled): Task[] => {
    const commitment = isDayOfMeeting(settled, meeting, lines) ? { ...settled, due: null } : settled
    const owner = commitment.owner ?? (commitment.proposal.kind === 'promise' ? UNNAMED : null)
    if (commitment.outcome !== 'standing' || owner === null) return []
    const wording = wordTask({ ...commitment, owner }, lines, speakers, mentions)
    return wording === null
      ? []
      : [{ ...wording, owner, commitment, stems: objectStems(wording, people), isRepeated: false }]
  })
  const repeated = readBacks(lines, names)
  const once = merged(tasks)
  const confirmed = [
    ...once.map((task) => confirm(task, repeated)),
    ...repeated.filter((item) => isNew(item, once)).map(asTask),
  ]
  const leastCertain = isMeeting ? LEAST_CERTAIN_OF_MEETING : LEAST_CERTAIN
  return confirmed.filter((task) => certainty(task, lines) >= leastCertain).slice(0, MOST_TASKS)
}

const ORDINAL = /\b(?:\w+(?:th|st|nd|rd)|second|third)\b/gi

/** "The fourteenth at two, then": the day on which they meet again, said after the task, is not the task's. */
function isDayOfMeeting({ due, proposal }: Commitment, meeting: NextMeeting | null, lines: readonly Line[]): boolean {
  return (
    due !== null &&
    meeting !== null &&
    !lines[proposal.line]?.tidied.includes(due) &&
    (due.match(ORDINAL) ?? []).some((day) => wordsOf(meeting.when).includes(day.toLowerCase()))
  )
}

/** The words that tell one task from another: without its verb and the receiver's name. */
function objectStems({ task, addition, isQuoted }: Wording, people: ReadonlySet<string>): ReadonlySet<string> {
  const object = isQuoted ? task : task.replace(/^\S+\s*/, '')
  const stems = contentStems(object).filter((stem) => !people.has(stem))
  return new Set(stems.length > 0 ? stems : contentStems(`${task} ${addition}`))
}

/** What is promised while people arrive is small talk. */
const EARLY = 0.12

/** From here on a reader may rely on a task. */
const LEAST_CERTAIN = 2
/** Among colleagues little is dated. */
const LEAST_CERTAIN_OF_MEETING = 1.6
const SENDS = phrases(
  String.raw`send, e-?mail, mail, forward, share, write, prepare, draft, ship, deliver, redo, revise, book, confirm, ask, check, introduce, order, provide, find, get, bring, count, flick, shoot`,
)
const TAKES_UP = /\b(?:thanks?|great|perfect|good|lovely|please|brilliant|fine|super|sweet)\b/i

/**
 * How much speaks for a task: a day, something that is sent, an answer, that it is said again. The weights are those of a
 * logistic regression on which commitments somebody who took notes wrote down, rounded.
 */
function certainty({ commitment: { proposal, due }, isRepeated }: Task, lines: readonly Line[]): number {
  const line = lines[proposal.line]
  if (line === undefined) return 0
  const around = (from: number, to: number) =>
    lines.slice(Math.max(0, line.index + from), line.index + to).filter(({ speaker }) => speaker !== line.speaker)
  const signs: readonly (readonly [number, boolean])[] = [
    [2.5, isRepeated],
    [1.2, due !== null],
    [1.1, deadlinesIn(line.tidied).length > 0],
    [1.2, SENDS.test(proposal.verb)],
    [0.9, /\bI(?:'ll| will)\b/.test(line.tidied)],
    [0.8, around(-3, 0).some(({ tidied }) => tidied.endsWith('?'))],
    [0.8, /\byou\b|\bto \p{Lu}/u.test(line.tidied.slice(proposal.start))],
    [0.7, around(1, 4).some(({ text }) => TAKES_UP.test(text))],
    [0.6, line.phrases.some(isDocument)],
    [0.4, proposal.kind === 'promise'],
    [-0.5, proposal.kind === 'offer' || /\bwe(?:'ll| will| can|'re)\b/i.test(line.tidied)],
    [-1, due === null && line.index < lines.length * EARLY],
  ]
  return signs.reduce((sum, [weight, holds]) => sum + (holds ? weight : 0), 0)
}

/** A task that only the summing up names, with a document or a day. */
function isNew(item: ReadBack, known: readonly Task[]): boolean {
  const names = wordsOf(item.text).some((word) => DOCUMENTS.has(word) || DOCUMENTS.has(word.replace(/s$/, '')))
  return (
    (names || (item.due !== null && item.stems.size > 1)) &&
    !known.some((task) => task.owner === item.owner && likeness(item.stems, task.stems) >= SAME)
  )
}

function asTask({ owner, text, due, line, stems }: ReadBack): Task {
  const proposal = { line, kind: 'assignment' as const, speaker: null, owner, start: 0, verb: '' }
  return {
    task: text,
    addition: '',
    isQuoted: false,
    due,
    lines: [],
    owner,
    stems,
    isRepeated: true,
    commitment: { proposal, outcome: 'standing', owner, due, lines: [line], to: null },
  }
}

/** What is said again at the end holds; its day is the last one. */
function confirm(task: Task, repeated: readonly ReadBack[]): Task {
  const again = repeated.findLast(
    ({ owner, stems, line }) =>
      owner === task.owner && line > task.commitment.proposal.line && likeness(stems, task.stems) >= SAME,
  )
  if (again === undefined) return task
  const commitment = { ...task.commitment, due: again.due ?? task.commitment.due }
  return { ...task, commitment, isRepeated: true, due: again.due ?? task.due, lines: [...task.lines, again.line] }
}

/** What is no next step any more. */
export const OVERTURNED: readonly Outcome[] = ['withdrawn', 'refused', 'handed over']
/** Sentences of one speaker around a proposal that are about it. */
const AROUND = 2

/** The sentences in which somebody promised or offered what did not stand at the end. */
export function overturnedLines(commitments: readonly Commitment[], lines: readonly Line[]): ReadonlySet<number> {
  const standing = new Set(
    commitments.flatMap(({ outcome, proposal }) => (OVERTURNED.includes(outcome) ? [] : [proposal.line])),
  )
  const found = new Set<number>()
  for (const { proposal } of commitments.filter(
    ({ outcome, proposal: { line, kind } }) =>
      OVERTURNED.includes(outcome) && !standing.has(line) && kind !== 'request',
  )) {
    for (let at = proposal.line - AROUND; at <= proposal.line + AROUND; at++)
      if (lines[at]?.speaker === proposal.speaker && !standing.has(at)) found.add(at)
  }
  return found
}

/** One task for what was said several times; the later day holds. */
function merged(tasks: readonly Task[]): Task[] {
  const kept: Task[] = []
  for (const task of tasks) {
    const at = kept.findIndex(
      (other) =>
        other.owner === task.owner &&
        (likeness(other.stems, task.stems) >= SAME || isOneStep(other, task) || isOneExchange(other, task)),
    )
    const other = kept[at]
    if (other === undefined) kept.push(task)
    else {
      const fuller = isFuller(task, other) ? task : other
      kept[at] = {
        ...fuller,
        due: dueOf(fuller, task.commitment.due ?? other.commitment.due),
        lines: [...new Set([...other.lines, ...task.lines])],
        commitment: {
          ...fuller.commitment,
          due: task.commitment.due ?? other.commitment.due,
          lines: [...new Set([...other.commitment.lines, ...task.commitment.lines])],
        },
      }
    }
  }
  return kept.filter(
    (task) =>
      !(
        DO_IT.test(task.task) &&
        kept.some(
          (other) =>
            other !== task &&
            other.owner === task.owner &&
            !DO_IT.test(other.task) &&
            Math.abs(other.commitment.proposal.line - task.commitment.proposal.line) <= NEARBY,
        )
      ),
  )
}

/** "I'll do it" says again what stands in plain words nearby. */
const DO_IT = /^(?:do|handle|sort|take) (?:it|that|this|them|the)\b/i
const NEARBY = 12
const ONE_STEP = 2

/** "I'll model it at three. So I'll send a revised quote": said in one breath, the latter is what the former leads to. */
function isOneStep(a: Task, b: Task): boolean {
  const apart = Math.abs(b.commitment.proposal.line - a.commitment.proposal.line)
  return apart > 0 && apart <= ONE_STEP && a.isQuoted !== b.isQuoted
}

/** The day that is told beside a task's words: none where it stands in them. */
function dueOf({ isQuoted, due, commitment }: Task, last: string | null): string | null {
  if (isQuoted && commitment.due !== null) return due
  return last === null ? null : asDeadline(last)
}

/** One of them is quoted with the other: "Could you send it? — You'll have it tomorrow." */
function isOneExchange(a: Task, b: Task): boolean {
  return a.lines.includes(b.commitment.proposal.line) || b.lines.includes(a.commitment.proposal.line)
}

/** A task in plain words is fuller than a quoted exchange; of two sentences the one with more in it is, of two exchanges the dated one that a promise ends. */
function isFuller(a: Task, b: Task): boolean {
  const ranks = [a, b].map(({ task, isQuoted, stems, commitment: { proposal, due } }) => {
    const isPromise = proposal.kind === 'promise' || proposal.kind === 'offer' ? 1 : 0
    return isQuoted ? [0, due === null ? 0 : 1, isPromise, stems.size] : [1, stems.size, task.length, isPromise]
  })
  const [first = [], second = []] = ranks
  const at = first.findIndex((rank, i) => rank !== second[i])
  return at >= 0 && (first[at] ?? 0) > (second[at] ?? 0)
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.intersection(b).size / Math.max(1, Math.min(a.size, b.size))
}

/** A task as an action point ("Gwen will …") and as an entry of the todo list ("Gwen: …"). */
export function asItems(
  { owner, task, addition, due, isQuoted, lines: used, commitment }: Task,
  lines: readonly Line[],
): { action: DraftItem; todo: DraftItem } {
  // What was merged into the task comes last, so that it is what is left out.
  const [promised = 0] = commitment.lines
  const others = commitment.lines.filter((index) => index > promised)
  const segments = new Set(
    [promised, ...others.slice(-2), ...used.toReversed(), ...commitment.lines].flatMap(
      (index) => lines[index]?.segmentIds ?? [],
    ),
  )
  const segmentIds = [...segments].slice(0, MOST_EVIDENCE_LINES)
  const text = `${due === null ? task : `${task} ${due}`}${addition}`
  const facts = {
    segmentIds,
    ...(owner === UNNAMED ? {} : { owner }),
    ...(commitment.due === null ? {} : { due: commitment.due }),
  }
  const isVerbless = isQuoted || commitment.proposal.verb === ''
  return {
    action: { text: isVerbless ? `${owner}: ${text}.` : `${owner} will ${text}.`, ...facts },
    todo: { text: `${owner}: ${text}`, ...facts },
  }
}
