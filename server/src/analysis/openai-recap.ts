import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import { z } from 'zod'
import type { AnalysisDraft, DraftItem } from './analyst.ts'
import { lineIds, type Line } from './openai-lines.ts'
import { SUMMARY_PARTS } from './openai-prompts.ts'

/** More than a recap is asked for; the rest of a flood is not read. */
const MOST_ENTRIES = 30

const entry = z.object({ text: z.string(), lines: z.array(z.string()) })
const step = entry.extend({ owner: z.string().nullable(), due: z.string().nullable() })

/** A recap as a model is asked for it. The changes come first: what was taken back is found before it is stated. */
export const recapSchema = z.object({
  changes: z.array(entry),
  title: z.string().nullable(),
  summary: z.array(entry.extend({ part: z.enum(SUMMARY_PARTS) })),
  quotes: z.array(entry),
  action_points: z.array(step),
  important_points: z.array(entry),
  todo_list: z.array(step),
  chapters: z.array(entry),
})
export type Recap = z.infer<typeof recapSchema>

const LISTS = ['changes', 'summary', 'quotes', 'action_points', 'important_points', 'todo_list', 'chapters'] as const

/** Puts right what models get wrong in a recap: lists and fields they leave out, line ids they decorate. */
export function tidyRecap(value: unknown): unknown {
  if (!isRecord(value) || !LISTS.some((list) => list in value)) return value
  const lists = LISTS.map((list) => [list, entriesOf(value[list])] as const)
  return { title: wordsOf(value['title']), ...Object.fromEntries(lists) }
}

function entriesOf(list: unknown): unknown {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return list
  return list.map((given: unknown) => {
    if (typeof given === 'string') return { ...NOTHING, text: given }
    if (!isRecord(given)) return given
    const part = SUMMARY_PARTS.find((known) => known === given['part']) ?? NOTHING.part
    return {
      part,
      text: given['text'],
      lines: lineIds(given['lines']),
      owner: wordsOf(given['owner']),
      due: wordsOf(given['due']),
    }
  })
}

/** An entry that stands on nothing; keys that a list doesn't have are passed over. */
const NOTHING = { part: 'other', lines: [], owner: null, due: null } as const

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && !/^\s*(?:null|none|unknown|n\/a)?\s*$/i.test(value) ? value.trim() : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A recap with the transcript's own lines; the summary's parts are in their order. */
export function draftOf(recap: Recap, lines: readonly Line[]): AnalysisDraft {
  const segmentIds = new Map(lines.map((line) => [line.id, line.segmentId]))
  const items = (list: readonly (z.infer<typeof entry> & Partial<z.infer<typeof step>>)[]): DraftItem[] =>
    list.slice(0, MOST_ENTRIES).flatMap(({ text, lines: named, owner, due }) => {
      const ids = named.flatMap((id) => segmentIds.get(id) ?? [])
      // An entry that names a line which doesn't exist stands on nothing.
      return ids.length < named.length
        ? []
        : [{ text, segmentIds: ids.slice(0, MOST_EVIDENCE_LINES), ...(owner && { owner }), ...(due && { due }) }]
    })
  return {
    title: recap.title,
    summary: items(recap.summary.toSorted((a, b) => SUMMARY_PARTS.indexOf(a.part) - SUMMARY_PARTS.indexOf(b.part))),
    quotes: items(recap.quotes),
    actionPoints: items(recap.action_points),
    importantPoints: items(recap.important_points),
    todoList: items(recap.todo_list),
    chapters: items(recap.chapters),
  }
}
