import { getWords } from '../language/english.ts'
import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import { isConfidential, isFarewell } from './acts.ts'
import { ANSWERS, certainty, LEAST_CERTAIN } from './certainty.ts'
import { asDeadline, daySet, deadlinesIn, withoutDays } from '../language/deadlines.ts'
import type { Line } from './lines.ts'
import { firstNames } from './names.ts'
import { nextMeeting, type NextMeeting } from './next-meeting.ts'
import { promisedIn, requestedIn } from './promise.ts'
import { proposalsIn } from './proposals.ts'
import { readBacks, type ReadBack } from './read-back.ts'
import { resolveCommitments, type Commitment, type Outcome } from './resolve-commitments.ts'
import { contentStems, TENS } from './words.ts'

/** A next step that still holds at the end of the call. */
export interface Task {
  owner: string
  /** From the verb on, without the day: "send Tomasz the floor plan of the depot". */
  task: string
  verb: string
  /** "by Friday lunchtime"; null: no day was said. */
  due: string | null
  /** Supporting sentences; the one that says it first. */
  lines: readonly number[]
  stems: ReadonlySet<string>
  /** True if the day was said in the same sentence. */
  isDated: boolean
}

const MOST_TASKS = 20
/** Greetings and small talk come first. */
const OPENING = 0.04
/** Two tasks are the same if they share this fraction of the shorter one's words. */
const SAME = 0.5

/** Everything promised, offered, requested or assigned in a call, with its outcome. */
export function getCommitments(lines: readonly Line[]): Commitment[] {
  const names = firstNames(lines)
  const proposals = lines
    .slice(Math.floor(lines.length * OPENING))
    .filter(({ text }) => !isConfidential(text) && !isFarewell(text))
    .flatMap((line) => proposalsIn(line, names))
  return resolveCommitments(proposals, lines)
}

/**
 * Next steps that rules word reliably: first those read back at the end, then promises and plain requests that have a
 * day and weren't retracted.
 */
export function getTasks(lines: readonly Line[], commitments: readonly Commitment[]): Task[] {
  const names = firstNames(lines)
  const people = new Set([...new Set(lines.map(({ speaker }) => speaker ?? ''))].flatMap((name) => contentStems(name)))
  const getStems = (task: string) => {
    const stems = contentStems(task.replace(/^\S+\s*/, '')).filter((stem) => !people.has(stem))
    return new Set(stems.length > 0 ? stems : contentStems(task))
  }
  const meeting = nextMeeting(lines)
  const repeated = readBacks(lines, names).map((item) => asTask(item, getStems, lines))
  const again = new Set(repeated.flatMap((task) => task.lines))
  const promised = commitments.flatMap((commitment): Task[] => {
    const { owner, due, proposal, outcome } = commitment
    const line = lines[proposal.line]
    const isPromise = proposal.kind === 'promise'
    if (line === undefined || owner === null || outcome !== 'standing' || (isPromise && due === null)) return []
    if (again.has(line.index) || isDayOfMeeting(commitment, meeting, lines)) return []
    if (certainty(commitment, lines) < LEAST_CERTAIN) return []
    const task = isPromise ? promisedIn(line, commitment) : requestedIn(line, commitment)
    if (task === null) return []
    return [
      {
        owner,
        task,
        verb: proposal.verb,
        due: due === null ? null : asDeadline(due),
        lines: commitment.lines,
        stems: getStems(task),
        isDated: isPromise ? daySet(line.tidied) !== null : due !== null,
      },
    ]
  })
  const steps = merged(repeated)
  const promises = merged(promised)
  return [
    ...steps.flatMap((step) => worded(step, promises)),
    ...promises.filter((task) => task.due !== null && !steps.some((item) => isSame(item, task))),
  ]
    .filter((task) => isSure(task, lines))
    .slice(0, MOST_TASKS)
}

/**
 * "The champions by the sixteenth" is no sentence: it takes the words of its promise, and without one, the owner gets
 * its line as it was said.
 */
function worded(step: Task, promises: readonly Task[]): Task[] {
  if (step.verb !== '') return [step]
  const promise = promises.find((task) => task.verb !== '' && isSame(task, step))
  return promise === undefined
    ? []
    : [{ ...promise, due: step.due ?? promise.due, lines: step.lines.concat(promise.lines) }]
}

function asTask(
  { owner, text, hasVerb, due, line, ownerLine, dayLine }: ReadBack,
  getStems: (task: string) => ReadonlySet<string>,
  lines: readonly Line[],
): Task {
  return {
    owner,
    task: `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    verb: hasVerb ? (getWords(text)[0] ?? '') : '',
    due,
    lines: [...new Set([line, ownerLine, dayLine, ...spokenNear(owner, line, lines)])],
    stems: getStems(hasVerb ? text : `do ${text}`),
    isDated: due !== null,
  }
}

const OWNER_NEAR = 40

/** A nearby sentence by the owner: its line shows that "Lukas" is Lukas Brandstetter. */
function spokenNear(owner: string, at: number, lines: readonly Line[]): number[] {
  const near = [...lines.slice(Math.max(0, at - OWNER_NEAR), at).toReversed(), ...lines.slice(at, at + OWNER_NEAR)]
  return near
    .filter(({ speaker }) => speaker === owner)
    .slice(0, 1)
    .map(({ index }) => index)
}

const ORDINAL = /\b(?:\w+(?:th|st|nd|rd)|second|third)\b/gi

/**
 * "The fourteenth at two, then": a day for the next meeting, said after the task or with an invitation, is not the
 * task's.
 */
function isDayOfMeeting({ due, proposal }: Commitment, meeting: NextMeeting | null, lines: readonly Line[]): boolean {
  const said = lines[proposal.line]?.tidied ?? ''
  return (
    due !== null &&
    meeting !== null &&
    (!said.includes(due) || /\binvit/i.test(said)) &&
    (due.match(ORDINAL) ?? []).some((day) => getWords(meeting.when).includes(day.toLowerCase()))
  )
}

/** Reasons why a commitment is no longer a next step. */
export const OVERTURNED: readonly Outcome[] = ['withdrawn', 'refused', 'handed over']

function isSame(a: Task, b: Task): boolean {
  return (
    a.owner === b.owner &&
    a.stems.intersection(b.stems).size >= SAME * Math.max(1, Math.min(a.stems.size, b.stems.size))
  )
}

/** Merges repeated mentions into one task; the later day holds. */
function merged(tasks: readonly Task[]): Task[] {
  const kept: Task[] = []
  for (const task of tasks) {
    const at = kept.findIndex((other) => isSame(other, task))
    const other = kept[at]
    if (other === undefined) kept.push(task)
    else {
      const fuller = task.stems.size < other.stems.size ? other : task
      kept[at] = {
        ...fuller,
        due: task.due ?? other.due,
        lines: [...new Set([...other.lines, ...task.lines])],
        isDated: task.due === null ? other.isDated : task.isDated,
      }
    }
  }
  return kept
}

/** "The list", "the twenty-four hours": readers don't know which; every deal has one. */
const OF_EVERY_DEAL =
  /\b(?:offer|proposal|contract|quote|quotation|order form|agreement|invoice|invite|invitation|recording)\b/i
const COUNTED = new RegExp(
  String.raw`(?<!\bof )\bthe (?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|${TENS}|hundred|thousand)\b)(?!.* of )`,
  'i',
)

/** A request, or something to send, with its day and a specific object that gets no new date later. */
function isSure(item: Task, lines: readonly Line[]): boolean {
  const { task, verb, isDated, stems } = item
  return (
    isDated &&
    ANSWERS.test(verb) &&
    !/[,;:]/.test(task) &&
    !COUNTED.test(withoutDays(task)) &&
    (stems.size > 1 || OF_EVERY_DEAL.test(task)) &&
    !isRescheduled(item, lines)
  )
}

/** Sentences after a thing is named again in which it may get a new day. */
const NEW_DAY_REACH = 5

/** Whether its object is named again later near another day: no rule says which of the two holds. */
function isRescheduled({ due, lines: used, stems }: Task, lines: readonly Line[]): boolean {
  const from = Math.max(...used)
  const days = (due ?? '').toLowerCase()
  const isOther = (text: string) =>
    !days.includes(text.toLowerCase().replace(/^(?:by|on|before|until|till|for) (?:the )?/, ''))
  const namesIt = (line: Line) => line.stems.some((stem) => stems.has(stem))
  // Another day next to other objects belongs to them.
  const movesIt = (line: Line) =>
    deadlinesIn(line.tidied).some(({ text }) => isOther(text)) &&
    (namesIt(line) || contentStems(withoutDays(line.tidied)).length <= 1)
  return lines
    .slice(from + 1)
    .filter(namesIt)
    .some(({ index }) => lines.slice(index, index + NEW_DAY_REACH + 1).some(movesIt))
}

/** A task as an action point ("Gwen will …") and as a todo ("Gwen: …"). */
export function asItems(
  { owner, task, due, lines: used }: Task,
  lines: readonly Line[],
): { action: DraftItem; todo: DraftItem } {
  const segmentIds = [...new Set(used.flatMap((index) => lines[index]?.segmentIds ?? []))].slice(0, MOST_EVIDENCE_LINES)
  const text = due === null ? task : `${task} ${due}`
  const facts = { segmentIds, owner, ...(due !== null && { due }) }
  return {
    action: { text: `${owner} will ${text}.`, ...facts },
    todo: { text: `${owner}: ${text}`, ...facts },
  }
}
