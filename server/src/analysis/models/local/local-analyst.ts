import { createHash } from 'node:crypto'
import { MOST_EVIDENCE_LINES, type AnalysisUse } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure } from '../../../kernel/errors.ts'
import type { TokenUse } from '../../../openai/request-answer.ts'
import type { AnalyseInput, AnalysisDraft, DraftItem } from '../../analyst.ts'
import { contentStems, getWords } from '../../language/english.ts'
import { asDeadline, deadlinesIn, withoutDays } from '../../language/deadlines.ts'
import { candidatesIn, type Candidate, type CandidateKind } from '../../extractive/candidates.ts'
import { firstRun } from '../../steps/score-steps.ts'
import { mergeSteps } from '../../steps/merge-steps.ts'
import { getStepItems, isQuote, withQuote, type FoundStep } from '../../steps/step-text.ts'
import {
  AFTER,
  BEFORE,
  pointQuestion,
  QUESTIONS_VERSION,
  sentenceQuestion,
  stepQuestion,
  type Question,
  type StepAnswer,
} from './questions.ts'

/** Questions about lines that may hold a point; fewer for a short call, so that the cost grows with its length. */
const [FEWEST_POINTS, MOST_POINTS] = [5, 14]
const MINUTES_PER_POINT = 2
/** A model that words none of this many steps won't word a later one either. */
const MOST_UNWORDED = 8
const SUBJECTS: readonly { subject: string; kinds: readonly CandidateKind[] }[] = [
  { subject: 'What it costs', kinds: ['number'] },
  { subject: 'What speaks against it, and what they need', kinds: ['objection'] },
  { subject: 'What was agreed', kinds: ['decision'] },
]
/** Minimum share of a task's words that the nearby lines hold; below it, the model made the task up. */
const LEAST_HELD = 0.5
/** The model is asked for 15 words: a much longer task only repeats the lines. */
const MOST_WORDS = 20
/** "…, Connie is out. So we have the slot": the model copied what was said. */
const ENDS_INSIDE = /[.?!]\s+\p{Lu}|,,/u
const POINTS_AT_DAY = /^(?:by|before|within|until|on|in) /i
const CORRECTS =
  /\b(?:no,? wait|wait,? (?:no|sorry)|sorry,? (?:no|that['’]s|it['’]s|I['’]m (?:on|in|looking)|I meant)|scratch that|let me correct|I misspoke|that['’]s (?:the )?(?:old|last year['’]s|wrong))\b/i
/** Two points are the same if they share this fraction of the shorter one's words. */
const ALIKE = 0.6
/** Minimum distance of two points in lines, so that a subject is covered once. */
const APART = 4

/** A model that answers one short question at a time. */
export interface LocalModel {
  id: string
  ask<T>(question: Question<T>, onUse: (use: TokenUse) => void): Promise<T>
}

/** Earlier answers by question, so that a process that was killed repeats none of them. */
export interface AnswerMemory {
  known: ReadonlyMap<string, unknown>
  remember(question: string, answer: unknown): void
}

export interface LocalOptions {
  model: LocalModel
  memory: AnswerMemory
  /** Findings of the rules, which need no model. */
  byRules: AnalysisDraft
  /** 0–1, with the progress in questions as text. */
  onProgress: (fraction: number, detail: string) => void
}

/**
 * A recap by a small model: rules choose lines, the model words one at a time, and code merges the answers. Text by the
 * model waits for the owner (`waits`).
 * @throws {PermanentFailure} when the model can't word the first steps of a call.
 */
export async function analyseLocally(
  { segments }: AnalyseInput,
  { model, memory, byRules, onProgress }: LocalOptions,
): Promise<AnalysisDraft> {
  const steps = stepsByRules(byRules, segments)
  const quoted = steps.filter(isQuote)
  const standing = candidatesIn(segments).filter(({ place }) => !isCorrected(segments, place))
  const chosen = choosePoints(standing, segments.at(-1)?.end_ms ?? 0)
  const subjects = SUBJECTS.filter(({ kinds }) => chosen.some((candidate) => isAbout(candidate, kinds)))
  const total = quoted.length + chosen.length + subjects.length
  const use: AnalysisUse = {
    model: model.id,
    prompts: QUESTIONS_VERSION,
    requests: 0,
    input_tokens: 0,
    output_tokens: 0,
  }
  let asked = 0
  const ask = async <T>(question: Question<T>): Promise<T> => {
    const key = getKey(model.id, question)
    const before = question.schema.safeParse(memory.known.get(key))
    const answer = before.success
      ? before.data
      : await model.ask(question, ({ inputTokens, outputTokens }) => {
          use.requests += 1
          use.input_tokens += inputTokens
          use.output_tokens += outputTokens
        })
    if (!before.success) memory.remember(key, answer)
    asked += 1
    onProgress(asked / Math.max(1, total), `${asked} of ${total} parts done`)
    return answer
  }

  const worded: FoundStep[] = []
  for (const [i, step] of quoted.entries()) {
    const answer = borneOut(await ask(stepQuestion(segments, firstRun(step.places), step.owner)), step, segments)
    if (answer !== null) worded.push(answer)
    if (i + 1 === MOST_UNWORDED && worded.length === 0)
      throw new PermanentFailure('recap_failed', 'This server’s recap model couldn’t describe this call’s next steps.')
  }
  const points: { item: DraftItem; candidate: Candidate }[] = []
  for (const candidate of chosen) {
    const { point } = await ask(pointQuestion(segments, candidate.place))
    if (point !== null && point.trim() !== '')
      points.push({ candidate, item: waiting(point.trim(), getIds(segments, [candidate.place])) })
  }
  const summary: DraftItem[] = []
  for (const { subject, kinds } of subjects) {
    const notes = points.filter(({ candidate }) => isAbout(candidate, kinds))
    if (notes.length === 0) continue
    const { sentence } = await ask(
      sentenceQuestion(
        subject,
        notes.map(({ item }) => item.text),
      ),
    )
    if (sentence !== null && sentence.trim() !== '')
      summary.push(waiting(sentence.trim(), notes.flatMap(({ item }) => item.segmentIds).slice(0, MOST_EVIDENCE_LINES)))
  }
  const merged = mergeSteps([...steps, ...worded])
  const { agreed: actionPoints, own: todoList } = getStepItems(merged, segments, (step) => waits(step, segments))
  const stated = new Set([...actionPoints, ...todoList].flatMap(({ segmentIds }) => segmentIds))
  const importantPoints = unalike(points.map(({ item }) => item).filter(({ segmentIds }) => !isIn(stated, segmentIds)))
  const pointed = new Set(importantPoints.flatMap(({ segmentIds }) => segmentIds))
  return {
    ...byRules,
    summary: [...byRules.summary, ...summary],
    quotes: byRules.quotes.filter(({ segmentIds }) => !isIn(pointed, segmentIds)),
    actionPoints,
    importantPoints: importantPoints.length > 0 ? importantPoints : byRules.importantPoints,
    todoList,
    use,
  }
}

/**
 * Whether a step waits for its owner: recipients see at once only steps that the rules are sure of, and steps worded by
 * the model that their owner promised in the first person. If the model isn't trusted, the whole recap waits (trust.ts).
 */
function waits(step: FoundStep, segments: readonly Segment[]): boolean {
  const isOwnWord = step.places.some(
    (place) => segments[place]?.speaker === step.owner && /\bI(?:\b|['’])/.test(segments[place]?.text ?? ''),
  )
  return step.isSure !== true && (isQuote(step) || !isOwnWord)
}

/** The steps found by rules, in the shape of the model's. */
function stepsByRules({ actionPoints, todoList }: AnalysisDraft, segments: readonly Segment[]): FoundStep[] {
  const getPlace = new Map(segments.map(({ id }, place) => [id, place]))
  // Those that rules are sure of are in both lists.
  const agreed = actionPoints.filter(({ unconfirmed = false }) => unconfirmed)
  return [...agreed, ...todoList].map(({ text, owner = null, due = '', segmentIds, unconfirmed = false }) => {
    const task = owner === null ? text : text.replace(`${owner}: `, '')
    return {
      owner,
      task: task.endsWith(` ${due}`) ? task.slice(0, -due.length - 1) : task,
      due,
      places: segmentIds.flatMap((id) => getPlace.get(id) ?? []).toSorted((a, b) => a - b),
      isSure: !unconfirmed,
    }
  })
}

/**
 * A step in the model's words, followed by the quote because a small model may misread it. A day that wasn't said near
 * the lines is dropped.
 * @returns null if it is too long or no single clause, or the nearby lines hold less than half of its words, or its own
 *   lines none of them.
 */
function borneOut({ task, when }: StepAnswer, step: FoundStep, segments: readonly Segment[]): FoundStep | null {
  const places = firstRun(step.places)
  const [from = 0, to = from] = [places[0], places.at(-1)]
  const getStems = (lines: readonly Segment[]) => new Set(contentStems(lines.map(({ text }) => text).join(' ')))
  const said = getStems(segments.slice(Math.max(0, from - BEFORE), to + AFTER + 1))
  const own = getStems(segments.slice(from, to + 1))
  const people = new Set(contentStems(segments.map(({ speaker }) => speaker ?? '').join(' ')))
  const given = taskAndDay({ task: withoutName(task, step.owner, segments), when })
  if (getWords(given.task).length > MOST_WORDS || ENDS_INSIDE.test(given.task)) return null
  const words = contentStems(given.task).filter((stem) => !people.has(stem))
  const held = words.filter((stem) => said.has(stem)).length
  if (held < LEAST_HELD * words.length || !words.some((stem) => own.has(stem))) return null
  const isSaid = given.due !== '' && contentStems(given.due).every((stem) => said.has(stem))
  const due = isSaid ? asDeadline(given.due) : step.due
  return { ...step, task: withQuote({ task: given.task, due }, step.task), due }
}

/**
 * "Send Ana the form" by Ana: a small model confuses who gets a thing with who sends it. Parts of a name that others
 * share name no one, as in "Speaker 1" and "Speaker 2".
 */
function withoutName(task: string, owner: string | null, segments: readonly Segment[]): string {
  if (owner === null) return task
  const others = new Set(segments.flatMap(({ speaker }) => (speaker === owner ? [] : (speaker?.split(' ') ?? []))))
  const parts = owner.split(' ').filter((part) => /^\p{Lu}\p{L}/u.test(part) && !others.has(part))
  const name = `(?:${[owner, ...parts].map((part) => RegExp.escape(part)).join('|')})`
  return task
    .replaceAll(new RegExp(String.raw`(?<!\p{L})${name}['’]s(?!\p{L})`, 'gu'), 'the')
    .replaceAll(new RegExp(String.raw`(?: (?:to|for|with))? ${name}(?!['’\p{L}])`, 'gu'), '')
}

function isAlike(one: string, other: string): boolean {
  const [a, b] = [new Set(contentStems(one)), new Set(contentStems(other))]
  return a.intersection(b).size >= ALIKE * Math.max(1, Math.min(a.size, b.size))
}

/** The day is said once: a corrected day also stays in the task. */
function taskAndDay({ task, when }: { task: string; when: string }): Pick<FoundStep, 'task' | 'due'> {
  const due = dayIn(when)
  const bare = due === '' ? task : withoutDays(task)
  return { due, task: bare.replaceAll(/\s+(?=[,.;])/g, '').replace(/[\s,.;]+$/, '') }
}

/** A small model also answers with "morning", or with other words of the line around the day. */
function dayIn(when: string): string {
  const days = deadlinesIn(when)
  const said = when.slice(days[0]?.start, days.at(-1)?.end).trim()
  return days.length > 0 || POINTS_AT_DAY.test(said) ? said : ''
}

function isAbout({ kinds }: Candidate, wanted: readonly CandidateKind[]): boolean {
  return wanted.some((kind) => kinds.has(kind))
}

function isIn(ids: ReadonlySet<string>, segmentIds: readonly string[]): boolean {
  return segmentIds.some((id) => ids.has(id))
}

/** Points without repetitions. */
function unalike(items: readonly DraftItem[]): DraftItem[] {
  return items.filter(({ text }, i) => items.slice(0, i).every((other) => !isAlike(other.text, text)))
}

/** Whether the lines after a line take back what it tells. */
function isCorrected(segments: readonly Segment[], place: number): boolean {
  return segments.slice(place + 1, place + 1 + AFTER).some(({ text }) => CORRECTS.test(text))
}

/** The most informative lines, some lines apart, in call order. */
function choosePoints(candidates: readonly Candidate[], callMs: number): Candidate[] {
  const most = Math.min(MOST_POINTS, Math.max(FEWEST_POINTS, Math.round(callMs / 60_000 / MINUTES_PER_POINT)))
  const worth = ({ kinds }: Candidate) =>
    (kinds.has('number') ? 2 : 0) +
    (kinds.has('objection') ? 1.5 : 0) +
    (kinds.has('decision') ? 1.5 : 0) +
    (kinds.has('day') ? 0.5 : 0) -
    (kinds.has('question') ? 1.5 : 0)
  const chosen: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => worth(b) - worth(a))) {
    if (chosen.length >= most || worth(candidate) <= 1) break
    if (chosen.every(({ place }) => Math.abs(place - candidate.place) >= APART)) chosen.push(candidate)
  }
  return chosen.toSorted((a, b) => a.place - b.place)
}

function waiting(text: string, segmentIds: string[]): DraftItem {
  return { text, segmentIds, unconfirmed: true }
}

function getIds(segments: readonly Segment[], places: readonly number[]): string[] {
  return places.flatMap((place) => segments[place]?.id ?? []).slice(0, MOST_EVIDENCE_LINES)
}

function getKey(model: string, { system, user }: Question<unknown>): string {
  return createHash('sha256')
    .update(JSON.stringify([model, system, user]))
    .digest('hex')
}
