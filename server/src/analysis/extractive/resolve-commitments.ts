import { getWords } from '../language/english.ts'
import { accepts, isConditional, isHypothetical, refuses, retracts, withoutAndIf } from './acts.ts'
import type { Line } from './lines.ts'
import { firstNames, namesIn, type FirstNames } from './names.ts'
import type { Proposal } from './proposals.ts'
import { contentStems } from './words.ts'
import { daySet, deadlinesIn } from '../language/deadlines.ts'

/** The state of a proposal at the end of the call. */
export type Outcome = 'standing' | 'unanswered' | 'refused' | 'withdrawn' | 'conditional' | 'handed over'

/** A proposal with its history. */
export interface Commitment {
  proposal: Proposal
  outcome: Outcome
  /** The owner; null: no one accepted it. */
  owner: string | null
  /** The last day that was set for it, in the words of the call; null: none. */
  due: string | null
  /** The sentences that support it: where it was said, accepted and dated. */
  lines: number[]
  /** The person addressed; null: unclear. */
  to: string | null
}

/** Sentences after a proposal in which it may be answered, dated or retracted. */
const ANSWER_REACH = 6
const DUE_REACH = 12
const RETRACTION_REACH = 12
/** A retraction by anyone but the owner answers the sentence right before it. */
const OBJECTION_REACH = 5
const HANDOVER_REACH = 8
const TAKEOVER_REACH = 4
/** A day given with the proposal is corrected at once. */
const CORRECTION_REACH = 5
/** Proposals at most this many sentences apart are one. */
const STREAK = 4
const TURNS_AWAY =
  /\b(?:don't|no need|hold off|not yet|leave (?:it|that)|never mind|not (?:yet|until)|please don't|nope|I(?:'d| would) rather)\b/i
const LEAVE_IT = /\bleave (?:that|it)(?: (?:to|with) me)?,? I(?:'ll| will| can)\b/i
const TAKES_OVER =
  /\b(?:I(?:'ll| will| can) (?:do|take|handle|look after|sort|get) (?:it|that|this|that one|them)\b|(?:it|that)(?:'s| is) (?:on )?(?:me|mine)\b)/i
const SELF_CORRECTION = /^(?:no,|no\.|actually,? (?:no|I)|wait,|scratch)/i
const HANDS_OVER =
  /\b(?:then you (?:send|do|take)|you (?:send|do) it\b|can you (?:do|send|take|handle) (?:that|it|this)\b|over to you|would you do (?:that|it)|you'd (?:find|do|get|have) (?:it|that))/i
const BACKCHANNEL =
  /^(?:(?:mm-?hm+|mm+|uh-huh|hm+|right|yeah|yep|yes|okay|ok|sure|oh|ah|wow|great|perfect)[,.!]*\s*){1,3}$/i

/** Follows each proposal through the sentences after it. `lines` are all lines of the call. */
export function resolveCommitments(proposals: readonly Proposal[], lines: readonly Line[]): Commitment[] {
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
  const names = firstNames(lines)
  const byLine = Map.groupBy(proposals, ({ line }) => line)
  return proposals.map((proposal) => {
    const after = lines.slice(proposal.line + 1, proposal.line + 1 + DUE_REACH)
    const line = lines[proposal.line]
    if (line === undefined)
      return { proposal, outcome: 'unanswered', owner: null, due: null, lines: [proposal.line], to: null }
    const answer = answerTo(proposal, after)
    const owner =
      proposal.kind === 'request' || (proposal.kind === 'assignment' && proposal.owner === null)
        ? (addressed(line, names) ?? answer.by ?? onlyOther(speakers, proposal.speaker))
        : proposal.owner
    const to = addressed(line, names) ?? onlyOther(speakers, proposal.speaker)
    const due = getDue(proposal, line, after, owner)
    // A retraction cancels the latest proposal.
    const until =
      after.slice(STREAK).find(({ index }) => byLine.get(index)?.some((other) => other.owner === owner))?.index ??
      Infinity
    const outcome = getOutcome(
      proposal,
      line,
      after.filter(({ index }) => index <= until),
      answer.kind,
      owner,
      due.text !== null,
    )
    return {
      proposal,
      outcome,
      owner,
      to,
      due: due.text,
      lines: [proposal.line, ...(answer.line === null ? [] : [answer.line]), ...due.lines],
    }
  })
}

interface Answer {
  kind: 'accepted' | 'refused' | 'none'
  by: string | null
  line: number | null
}

/** How the others respond: the first decisive word counts. */
function answerTo(proposal: Proposal, after: readonly Line[]): Answer {
  let received = 0
  for (const line of after.slice(0, ANSWER_REACH)) {
    if (line.speaker === proposal.speaker) continue
    received++
    if (refuses(line.text) && (proposal.kind !== 'promise' || (received <= 2 && TURNS_AWAY.test(line.text))))
      return { kind: 'refused', by: line.speaker, line: line.index }
    if (
      accepts(line.text) ||
      (proposal.kind === 'request' &&
        (/\bI(?:'ll| will| can)\b|\bI (?:do|make|find|send|take|write|check|ask)\b/.test(line.text) ||
          daySet(line.tidied) !== null))
    ) {
      return { kind: 'accepted', by: line.speaker, line: BACKCHANNEL.test(line.text) ? null : line.index }
    }
  }
  return { kind: 'none', by: null, line: null }
}

function getOutcome(
  proposal: Proposal,
  line: Line,
  after: readonly Line[],
  answer: Answer['kind'],
  owner: string | null,
  isDated: boolean,
): Outcome {
  const rest = line.tidied.slice(proposal.start)
  if (retracts(rest) || retracts(line.text.slice(Math.max(0, line.text.indexOf(rest.slice(0, 12)))))) return 'withdrawn'
  for (const [i, next] of after.slice(0, RETRACTION_REACH).entries()) {
    const own = next.speaker === owner || next.speaker === proposal.speaker
    if (i === 0 && own && SELF_CORRECTION.test(next.text) && deadlinesIn(line.tidied).length === 0) return 'withdrawn'
    if (i < HANDOVER_REACH && next.speaker === owner && HANDS_OVER.test(next.text)) return 'handed over'
    if (retracts(next.text) && (own || i < OBJECTION_REACH) && !isRescheduled(after.slice(i, i + 3), next.speaker))
      return 'withdrawn'
    if (
      next.speaker !== owner &&
      proposal.kind !== 'request' &&
      ((i < TAKEOVER_REACH && TAKES_OVER.test(next.text)) || (i < HANDOVER_REACH && LEAVE_IT.test(next.text)))
    )
      return 'handed over'
  }
  if (answer === 'refused') return 'refused'
  if (isConditional(withoutAndIf(line.text)) || isHypothetical(line.text)) return 'conditional'
  if (proposal.kind === 'promise' || proposal.kind === 'assignment') return 'standing'
  return answer === 'accepted' ||
    (isDated && proposal.kind === 'offer' && CAN.test(line.tidied.slice(0, proposal.start)))
    ? 'standing'
    : 'unanswered'
}

/** "No, that's silly. Friday, at noon." retracts only the day. */
function isRescheduled(after: readonly Line[], speaker: string | null): boolean {
  return after.some(
    ({ text, stems, speaker: who }, i) =>
      who === speaker &&
      deadlinesIn(text).length > 0 &&
      (i > 0 ? stems.length <= 2 : /\b(?:say|rather|better|make|till|until)\b/i.test(text)),
  )
}

/** "I can get that to you Monday" is a promise, "I could" is only an idea. */
const CAN = /\bI(?: can|'d| would)\s+(?:\w+\s+)?$/i

/** A sentence that dates what was said before it. */
const ABOUT_SAME =
  /\b(?:have|get|send|do|need|want|bring|give you|got|ship) (?:you )?(?:it|that|this|them|those|in)\b|\b(?:is|are|'s) (?:fine|perfect|okay|ok|good|great)|\bworks\b|\blatest\b|\bgive me until\b|\b(?:(?:let me|can I|could I|I'd|shall we|better) say|make (?:it|that))\b/i

function getDue(
  proposal: Proposal,
  line: Line,
  after: readonly Line[],
  owner: string | null,
): { text: string | null; lines: number[] } {
  const rest = line.tidied.slice(proposal.start)
  let text = daySet(rest) ?? daySet(line.tidied.slice(0, proposal.start))
  const lines: number[] = []
  for (const next of text === null ? after : after.slice(0, CORRECTION_REACH)) {
    const isElaboration = next.speaker === owner && next.index <= proposal.line + 2
    if (
      next.tidied.endsWith('?') &&
      next.stems.length >= 1 &&
      daySet(next.tidied) === null &&
      !ASKS_WHEN.test(next.tidied)
    )
      break
    if (BEGINS_ANEW.test(next.tidied) && !ABOUT_SAME.test(next.tidied) && !isElaboration) break
    const day = isConditional(next.text) ? null : daySet(next.tidied)
    if (day === null) continue
    const rests = contentStems(next.tidied.replace(day, '')).length
    if (isHypothetical(next.text)) continue
    const fits =
      ABOUT_SAME.test(next.tidied) ||
      rests === 0 ||
      (next.speaker === owner && rests <= 1 && !/^(?:they|he|she|it|we)\b/i.test(next.tidied))
    if (!fits || (text !== null && (next.tidied.endsWith('?') || !(refines(text, day) || isCorrected(after, next)))))
      continue
    text = day
    lines.push(next.index)
  }
  return { text, lines: lines.slice(-2) }
}

/** "Monday the twentieth" says which Monday; another day means another task, unless it is said as a correction. */
function refines(before: string, day: string): boolean {
  const words = new Set(getWords(before))
  return (
    getWords(day).some((word) => word.length > 3 && words.has(word)) ||
    (/day\b/i.test(before) && /^(?:by )?the \w+(?:st|nd|rd|th|first|second|third)$/i.test(day))
  )
}

const CORRECTION =
  /^(?:(?:oh|ah|hm+|well|um),? )*(?:no|actually|sorry|wait)\b|\b(?:rather|instead|make (?:it|that)|let me say|better say|better on|sorry)\b/i

function isCorrected(after: readonly Line[], at: Line): boolean {
  return after.some(
    ({ index, text, speaker }) =>
      index <= at.index && at.index - index <= 2 && speaker === at.speaker && CORRECTION.test(text),
  )
}

/** Any other question changes the subject. */
const ASKS_WHEN = /\b(?:when|what day|how soon|okay|all ?right)\b/i

/** The speaker starts another task. */
const BEGINS_ANEW = /\b(?:I|we|you)(?:'ll| will|'m going to|'re going to)\b|\b(?:can|could) you\b|\blet me\b/i

/** The speaker whom a sentence addresses by first name. */
function addressed(line: Line, names: FirstNames): string | null {
  const called = namesIn(line.text, names).filter(
    ([first, speaker]) =>
      speaker !== line.speaker &&
      new RegExp(
        String.raw`(?:^|[,.]\s*|\b(?:and|so|hey)\s+)${RegExp.escape(first)}\s*,|,\s*${RegExp.escape(first)}\s*[?.!]?$`,
      ).test(line.text),
  )
  return called.length === 1 ? (called[0]?.[1] ?? null) : null
}

function onlyOther(speakers: readonly string[], speaker: string | null): string | null {
  if (speakers.length > 2) return null
  const others = speakers.filter((name) => name !== speaker)
  return others.length === 1 ? (others[0] ?? null) : null
}
