import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { DraftItem } from '../analyst.ts'
import { firstRun } from './score-steps.ts'

/** A next step with the lines that support it. */
export interface FoundStep {
  owner: string | null
  task: string
  /** As said; empty: no day. */
  due: string
  /** Indexes of its lines in the call. */
  places: readonly number[]
  /** Found by rules that are accurate enough to show it to recipients at once. */
  isSure?: boolean
}

const ONLY_QUOTE = /^(?:[^“]+: )?“.*”/su

/** Whether a task is only what was said. */
export function isQuote({ task }: Pick<FoundStep, 'task'>): boolean {
  return task.startsWith('“')
}

/** Whether a task contains a day, as it was said. */
export function saysDay(task: string, day: string): boolean {
  return task.toLowerCase().includes(day.toLowerCase())
}

/** A task with its day, unless it already contains the day. */
function withDue({ task, due }: Pick<FoundStep, 'task' | 'due'>): string {
  return saysDay(task, due) ? task : `${task} ${due}`
}

/** A task in other words, followed by what was said. */
export function withQuote(step: Pick<FoundStep, 'task' | 'due'>, quote: string): string {
  return `${withDue(step)} (${quote})`
}

/** Whether a step's text has words of its own, and not only what was said. */
export function isWorded(text: string): boolean {
  return !ONLY_QUOTE.test(text)
}

/**
 * Steps as items: `agreed` if one person asks for the step and another takes it on, else `own`.
 * @param waits whether a step is hidden from recipients until its owner keeps it.
 */
export function getStepItems(
  steps: readonly FoundStep[],
  segments: readonly Segment[],
  waits: (step: FoundStep) => boolean,
): { agreed: DraftItem[]; own: DraftItem[] } {
  const items: { agreed: DraftItem[]; own: DraftItem[] } = { agreed: [], own: [] }
  for (const step of steps) {
    const { owner, due, places, isSure = false } = step
    const list = !isSure && isOfSeveral(places, segments) ? items.agreed : items.own
    list.push({
      text: owner === null ? withDue(step) : `${owner}: ${withDue(step)}`,
      segmentIds: places.flatMap((place) => segments[place]?.id ?? []).slice(0, MOST_EVIDENCE_LINES),
      ...(owner !== null && { owner }),
      ...(due !== '' && { due }),
      ...(waits(step) && { unconfirmed: true }),
    })
  }
  return items
}

/** Whether several people speak where a step is first told. */
function isOfSeveral(places: readonly number[], segments: readonly Segment[]): boolean {
  return new Set(firstRun(places).map((place) => segments[place]?.speaker)).size > 1
}
