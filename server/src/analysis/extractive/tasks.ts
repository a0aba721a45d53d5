import { wordsOf } from '../english.ts'
import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import { isConfidential, isFarewell } from './acts.ts'
import { askedOf } from './asked.ts'
import { ANSWERS, certainty, LEAST_CERTAIN } from './certainty.ts'
import { deadlinesIn, withoutDays, type Deadline } from './deadlines.ts'
import type { Line } from './lines.ts'
import { headsIn } from './named-things.ts'
import { firstNames } from './names.ts'
import { ownWords } from './own-words.ts'
import { nextMeeting, type NextMeeting } from './next-meeting.ts'
import { shortName } from './people.ts'
import { proposalsIn } from './proposals.ts'
import { readBacks, type ReadBack } from './read-back.ts'
import { mentionsIn } from './references.ts'
import { settle, type Commitment, type Outcome } from './settle.ts'
import { inside, withFullNames, wordTask, type Wording } from './task-wording.ts'
import { contentStems, TENS } from './words.ts'

/** A next step that holds at the end of the call. */
export interface Task extends Wording {
  owner: string
  commitment: Commitment
  stems: ReadonlySet<string>
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
export function tasksOf(lines: readonly Line[], commitments: readonly Commitment[]): Task[] {
  const names = firstNames(lines)
  const people = new Set([...names.keys()].flatMap((name) => contentStems(name)))
  const known = { mentions: mentionsIn(lines), heads: headsIn(lines) }
  const speakers = new Set(lines.map(({ speaker }) => speaker))
  const meeting = nextMeeting(lines)
  const tasks = commitments.flatMap((settled): Task[] => {
    const commitment = isDayOfMeeting(settled, meeting, lines) ? { ...settled, due: null } : settled
    const owner = commitment.owner ?? (commitment.proposal.kind === 'promise' ? UNNAMED : null)
    if (commitment.outcome !== 'standing' || owner === null) return []
    const wording =
      wordTask({ ...commitment, owner }, lines, speakers, known) ??
      ownWords(commitment, lines, known.mentions) ??
      inTheirWords(commitment, lines)
    return wording === null ? [] : [{ ...wording, owner, commitment, stems: objectStems(wording, people) }]
  })
  const repeated = merged(
    readBacks(lines, names).flatMap((item) => {
      const line = lines[item.line]
      const whole = line === undefined ? null : withFullNames(item.text, line, lines, known.mentions, true)
      return whole === null ? [] : [asTask(item, { ...whole, lines: [...whole.lines, ...spokenNear(item, lines)] })]
    }),
  )
  const again = new Set(repeated.flatMap(({ commitment }) => commitment.lines))
  const others = merged(tasks.filter(({ commitment }) => !again.has(commitment.proposal.line))).filter((task) =>
    // What names no day may as well be a joke ("I'll get better glasses").
    isUndated(task)
      ? ANSWERS.test(task.commitment.proposal.verb) &&
        certainty(task.commitment, lines) >= (isQuote(task) ? LEAST_CERTAIN_OF_QUOTE : LEAST_CERTAIN)
      : certainty(task.commitment, lines) >= LEAST_CERTAIN,
  )
  return [
    ...repeated.map((item) => withVerb(item, others)),
    ...others.filter((task) => !repeated.some((item) => isSame(item, task))),
  ].slice(0, MOST_TASKS)
}

/** "Could you send me a list of the doors?": plain enough to name the task itself. */
const PLAIN_REQUEST =
  /^(?:(?:can|could|would|will) you (?:please |maybe |just )?|please )(send|give|bring|forward|email|mail) me ((?:an?|the) [^?,;“”]+?)(?:,? please)?\??$/i
const SOMEBODY = /\b(?:I|me|my|you|your|we|us|our)\b/i

/** "Send Ana a list of the doors", else "Ana asked: “Can you check the list of the doors?”" */
function inTheirWords(commitment: Commitment, lines: readonly Line[]): Wording | null {
  const asked = askedOf(commitment, lines)
  if (asked === null) return null
  const { quote, asker, due, lines: used } = asked
  const [, verb, thing] = PLAIN_REQUEST.exec(quote) ?? []
  if (verb !== undefined && thing !== undefined && !SOMEBODY.test(thing))
    return { task: `${verb.toLowerCase()} ${shortName(asker)} ${thing}`, due, lines: used }
  return { task: `${shortName(asker)} asked: “${quote}”`, due, lines: used }
}

function isSame(a: Task, b: Task): boolean {
  return a.owner === b.owner && likeness(a.stems, b.stems) >= SAME
}

/** A sentence of the owner near by: that "Lukas" is Lukas Brandstetter is in its line. */
function spokenNear({ owner, line: at }: ReadBack, lines: readonly Line[]): number[] {
  const near = [...lines.slice(Math.max(0, at - OWNER_NEAR), at).toReversed(), ...lines.slice(at, at + OWNER_NEAR)]
  return near
    .filter(({ speaker }) => speaker === owner)
    .slice(0, 1)
    .map(({ index }) => index)
}

const OWNER_NEAR = 40

/** "The order form, on Friday": what is to be done with it was said before. */
function withVerb(item: Task, others: readonly Task[]): Task {
  const first = others.find((other) => isSame(item, other))
  if (item.commitment.proposal.verb !== '' || first === undefined) return item
  return {
    ...first,
    due: item.due ?? first.due,
    lines: [...first.lines, ...item.commitment.lines],
    commitment: { ...first.commitment, due: item.due ?? first.commitment.due },
  }
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

/** The words that distinguish one task from another: without its verb and the receiver's name. */
function objectStems({ task }: Wording, people: ReadonlySet<string>): ReadonlySet<string> {
  const stems = contentStems(task.replace(/^\S+\s*/, '')).filter((stem) => !people.has(stem))
  return new Set(stems.length > 0 ? stems : contentStems(task))
}

/** What one promises in own words without a day has to be more certain. */
const LEAST_CERTAIN_OF_QUOTE = 2

function asTask(
  { owner, hasVerb, due, line, ownerLine, dayLine, stems }: ReadBack,
  whole: { text: string; lines: number[] },
): Task {
  const verb = hasVerb ? (wordsOf(whole.text)[0] ?? '') : ''
  const proposal = { line, kind: 'assignment' as const, speaker: null, owner, start: 0, verb }
  return {
    task: inside(whole.text),
    due,
    lines: whole.lines,
    owner,
    stems,
    commitment: {
      proposal,
      outcome: 'standing',
      owner,
      due,
      lines: [...new Set([line, ownerLine, dayLine])],
      to: null,
    },
  }
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
    const at = kept.findIndex((other) => isSame(other, task))
    const other = kept[at]
    if (other === undefined) kept.push(task)
    else {
      const fuller = isFuller(task, other) ? task : other
      kept[at] = {
        ...fuller,
        due: task.due ?? other.due,
        lines: [...new Set([...other.lines, ...task.lines])],
        commitment: {
          ...fuller.commitment,
          due: task.commitment.due ?? other.commitment.due,
          lines: [...new Set([...other.commitment.lines, ...task.commitment.lines])],
        },
      }
    }
  }
  return kept
}

/** The fuller wording of one task: the one with more in it. */
function isFuller(a: Task, b: Task): boolean {
  return a.stems.size === b.stems.size ? a.task.length > b.task.length : a.stems.size > b.stems.size
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.intersection(b).size / Math.max(1, Math.min(a.size, b.size))
}

/** In the words of the owner, or of who asked. */
const isQuote = ({ task }: Wording) => task.startsWith('“') || task.includes(' asked: “')

const isUndated = (task: Task) => task.due === null && deadlinesIn(task.task).length === 0

/** Somebody's answer with its day, worded as one phrase with a thing of its own that no other day is named for later: anything less is the owner's to keep. */
function isSure(item: Task, lines: readonly Line[]): boolean {
  const { task, owner, commitment } = item
  const isWorded = ANSWERS.test(commitment.proposal.verb) && !isQuote(item) && !/[,;:]/.test(task)
  return (
    owner !== UNNAMED &&
    isWorded &&
    !isUndated(item) &&
    !UNNAMED_THING.test(withoutDays(task)) &&
    !isDatedAnew(item, lines)
  )
}

/** Sentences after a thing is named again in which its new day may be said. */
const NEW_DAY_REACH = 5

/** Whether its thing is named again later with another day beside it: which of the two holds, no rule says for sure. */
function isDatedAnew({ task, due, lines: used, commitment }: Task, lines: readonly Line[]): boolean {
  const from = Math.max(...used, ...commitment.lines)
  const own = [...new Set([...used, ...commitment.lines])]
  const inTask = new Set(wordsOf(task))
  const things = new Set(
    own.flatMap((index) => lines[index]?.phrases.map(({ head }) => head) ?? []).filter((head) => inTask.has(head)),
  )
  const days = `${task} ${due ?? ''}`.toLowerCase()
  const isOther = ({ text }: Deadline) =>
    !days.includes(text.toLowerCase().replace(/^(?:by|on|before|until|till|for) /, ''))
  return lines
    .slice(from + 1)
    .filter(({ phrases }) => phrases.some(({ head }) => things.has(head)))
    .some(({ index }) =>
      lines.slice(index, index + NEW_DAY_REACH + 1).some(({ tidied }) => deadlinesIn(tidied).some(isOther)),
    )
}

const NUMBER = String.raw`(?:\d[\d.,]*|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|${TENS}|hundred|thousand)(?:-\w+)?)`
/** "the twenty-four hours", "the phone numbers": of what, nobody knows. */
const UNNAMED_THING = new RegExp(
  String.raw`(?<!\bof )\bthe (?:${NUMBER}(?: ${NUMBER})*(?: \p{L}+)?|(?:\p{L}+ )?(?:figures?|numbers?|things?|bits?|ones?))$`,
  'iu',
)

/** Where its owner named the thing again with the day that holds, after promising it without that day; null: nowhere. Played from the first promise, the call would contradict the page. */
function datedAnewAt({ owner, due, stems, lines: used, commitment }: Task, lines: readonly Line[]): number | null {
  const [promised = 0] = commitment.lines
  if (due === null || lines[promised]?.tidied.includes(due)) return null
  const again = [...used, ...commitment.lines].filter((index) => {
    const line = lines[index]
    const isOwners = index > promised && line?.speaker === owner && line.tidied.includes(due)
    return isOwners && !stems.isDisjointFrom(new Set(line.stems))
  })
  return again.length === 0 ? null : Math.max(...again)
}

/** A task as an action point ("Gwen will …") and as an entry of the todo list ("Gwen: …"). */
export function asItems(item: Task, lines: readonly Line[]): { action: DraftItem; todo: DraftItem } {
  const { owner, task, due, lines: used, commitment } = item
  // What was merged into the task comes last, so that it is what is left out.
  const [promised = 0] = commitment.lines
  const others = commitment.lines.filter((index) => index > promised)
  const promisedAnew = datedAnewAt(item, lines)
  const segments = new Set(
    [
      promised,
      ...(promisedAnew === null ? [] : [promisedAnew]),
      ...others.slice(-2),
      ...used.toReversed(),
      ...commitment.lines,
    ].flatMap((index) => lines[index]?.segmentIds ?? []),
  )
  const segmentIds = [...segments].slice(0, MOST_EVIDENCE_LINES)
  const isQuoted = isQuote(item)
  const isDated = due === null || (isQuoted && deadlinesIn(task).length > 0)
  const text = isDated ? task : `${task}${isQuoted ? ',' : ''} ${due}`
  const playFrom = promisedAnew === null ? undefined : lines[promisedAnew]?.segmentIds[0]
  const facts = {
    segmentIds,
    ...(playFrom !== undefined && segmentIds.includes(playFrom) && { playFrom }),
    ...(owner === UNNAMED ? {} : { owner }),
    ...(commitment.due === null ? {} : { due: commitment.due }),
    ...(isSure(item, lines) ? {} : { unconfirmed: true }),
  }
  const isVerbless = commitment.proposal.verb === '' || isQuoted
  return {
    action: { text: isVerbless ? `${owner}: ${text}.` : `${owner} will ${text}.`, ...facts },
    todo: { text: `${owner}: ${text}`, ...facts },
  }
}
