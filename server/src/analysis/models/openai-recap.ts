import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import { z } from 'zod'
import type { AnalysisDraft, DraftItem } from '../analyst.ts'
import { lineIds, type Line } from './openai-lines.ts'
import { STEP_SIDES, SUMMARY_PARTS } from './openai-prompts.ts'
import { plainWords } from '../language/spoken-words.ts'

/** More than any recap has; the rest of a flood is ignored. */
const MOST_ENTRIES = 60

const entry = z.object({ text: z.string(), lines: z.array(z.string()) })
const step = z.object({
  task: z.string(),
  owner: z.string().nullable(),
  receiver: z.string().nullable(),
  due: z.string().nullable(),
  side: z.enum(STEP_SIDES),
  lines: z.array(z.string()),
})
type Step = z.infer<typeof step>

const speaker = z.object({ label: z.string(), name: z.string(), lines: z.array(z.string()) })
const range = z.object({ first: z.string(), last: z.string() })

/**
 * A recap as requested from a model. The changes come first, so that the model finds retractions before it states what
 * was retracted.
 */
export const recapSchema = z.object({
  changes: z.array(entry),
  title: z.string().nullable(),
  summary: z.array(entry.extend({ part: z.enum(SUMMARY_PARTS) })),
  quotes: z.array(entry),
  steps: z.array(step),
  important_points: z.array(entry),
  chapters: z.array(entry),
  speakers: z.array(speaker),
  private: z.array(range),
})
export type Recap = z.infer<typeof recapSchema>

const LISTS = ['changes', 'summary', 'quotes', 'steps', 'important_points', 'chapters'] as const

/** Fixes common mistakes of models in a recap: missing lists and fields, decorated line ids. */
export function tidyRecap(value: unknown): unknown {
  if (!isRecord(value) || !LISTS.some((list) => list in value)) return value
  const lists = LISTS.map((list) => [list, getEntries(value[list])] as const)
  const speakers = getRecords(value['speakers']).map(({ label, name, lines: named }) => ({
    label: getWords(label) ?? '',
    name: getWords(name) ?? '',
    lines: lineIds(named),
  }))
  const ranges = getRecords(value['private']).flatMap(({ first, last }) => {
    const [from, to] = [lineIds(first)[0], lineIds(last ?? first)[0]]
    return from === undefined || to === undefined ? [] : [{ first: from, last: to }]
  })
  return { title: getWords(value['title']), ...Object.fromEntries(lists), speakers, private: ranges }
}

function getEntries(list: unknown): unknown {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return list
  return list.map((given: unknown) => {
    if (typeof given === 'string') return { ...NOTHING, text: given, task: given }
    if (!isRecord(given)) return given
    const text = given['text'] ?? given['task']
    return {
      part: SUMMARY_PARTS.find((known) => known === given['part']) ?? NOTHING.part,
      side: STEP_SIDES.find((known) => known === given['side']) ?? NOTHING.side,
      text,
      task: given['task'] ?? text,
      lines: lineIds(given['lines']),
      owner: getWords(given['owner']),
      receiver: getWords(given['receiver']),
      due: getWords(given['due']),
    }
  })
}

function getRecords(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** An entry without evidence; keys that a list doesn't have are skipped. */
const NOTHING = { part: 'other', side: 'host', lines: [], owner: null, receiver: null, due: null } as const

function getWords(value: unknown): string | null {
  return typeof value === 'string' && !/^\s*(?:null|none|unknown|n\/a)?\s*$/i.test(value) ? value.trim() : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A recap with the transcript's own lines; the summary's sections are in order. Joint steps, and steps without a named
 * owner, are action points; any other step is a todo.
 */
export function getDraft(recap: Recap, lines: readonly Line[]): AnalysisDraft {
  const segmentIds = new Map(lines.map((line) => [line.id, line.segmentId]))
  const items = (list: readonly (z.infer<typeof entry> & { owner?: string | null; due?: string | null })[]) =>
    list.slice(0, MOST_ENTRIES).flatMap(({ text, lines: named, owner, due }): DraftItem[] => {
      const ids = named.flatMap((id) => segmentIds.get(id) ?? [])
      // An entry that cites a line which doesn't exist has no evidence.
      return ids.length < named.length
        ? []
        : [{ text, segmentIds: ids.slice(0, MOST_EVIDENCE_LINES), ...(owner && { owner }), ...(due && { due }) }]
    })
  const shared = recap.steps.filter(({ side, owner }) => side === 'both' || owner === null)
  const owned = recap.steps.filter((each) => !shared.includes(each))
  return {
    title: recap.title,
    summary: items(recap.summary.toSorted((a, b) => SUMMARY_PARTS.indexOf(a.part) - SUMMARY_PARTS.indexOf(b.part))),
    quotes: items(recap.quotes),
    actionPoints: items(shared.map((each) => ({ ...each, text: taskText(each) }))),
    importantPoints: items(recap.important_points),
    todoList: items(owned.map((each) => ({ ...each, text: ownedTaskText(each) }))),
    chapters: items(recap.chapters),
    speakers: recap.speakers.map(({ label, name, lines: named }) => ({
      label,
      name,
      segmentIds: named.flatMap((id) => segmentIds.get(id) ?? []),
    })),
    privateLines: recap.private.flatMap(({ first, last }) => {
      const [from, to] = [first, last].map((wanted) => lines.findIndex(({ id }) => id === wanted))
      return from === -1 || to === -1 ? [] : lines.slice(from, (to ?? 0) + 1).map((line) => line.segmentId)
    }),
  }
}

/** "Send the security packet (for Dana, by Friday)", with details that the task itself lacks. */
function taskText({ task, receiver, due }: Step): string {
  const says = (words: string) => {
    const said = new Set(plainWords(task))
    return plainWords(words).every((word) => said.has(word))
  }
  const [first = ''] = plainWords(receiver ?? '')
  const missing = [
    ...(receiver === null || says(first) ? [] : [`for ${receiver}`]),
    ...(due === null || says(due) ? [] : [due]),
  ]
  return missing.length === 0 ? task : `${task.replace(/[.\s]+$/, '')} (${missing.join(', ')})`
}

/** "Marcus: Send Dana the security packet by Friday". */
function ownedTaskText(each: Step): string {
  return withOwner(taskText(each), each.owner)
}

/** A task that begins with its owner's name. */
export function withOwner(task: string, owner: string | null): string {
  const [first] = plainWords(owner ?? '')
  return first === undefined || plainWords(task)[0] === first ? task : `${owner}: ${task}`
}
