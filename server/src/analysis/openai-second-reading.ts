import { z } from 'zod'
import type { AnalysisDraft, DraftItem, RejectedItem } from './analyst.ts'
import { WINDOW_CHARACTERS, type Line } from './openai-lines.ts'
import { VERDICTS } from './openai-prompts.ts'

/** Lines of changes that are read with every claim, the last ones of the call. */
const MOST_CHANGES = 30
/** What is read on behind a claim's last line: about two minutes of talk. */
const FOLLOWING_CHARACTERS = 2000

const LISTS = {
  summary: 'summary',
  quotes: 'quotes',
  actionPoints: 'action_points',
  importantPoints: 'important_points',
  todoList: 'todo_list',
} as const
const FIELDS = Object.keys(LISTS) as (keyof typeof LISTS)[]

export const verdictsSchema = z.object({
  verdicts: z.array(z.object({ claim: z.string(), verdict: z.enum(VERDICTS) })),
})
type Verdicts = z.infer<typeof verdictsSchema>['verdicts']

interface Claim {
  id: string
  list: RejectedItem['list']
  item: DraftItem
  /** The places of the lines it stands on, in order. */
  places: number[]
}

/** Claims that are read together, with the lines they need. */
export interface Reading {
  claims: Claim[]
  /** The user message behind its first line. */
  text: string
}

/**
 * The claims of a draft, with the lines they stand on and what was said right after, as requests of a fitting size.
 * @param changes ids of segments in which something was taken back or corrected: they are read with every claim.
 */
export function readingsOf(draft: AnalysisDraft, lines: readonly Line[], changes: readonly string[]): Reading[] {
  const places = new Map(lines.map(({ segmentId }, place) => [segmentId, place]))
  const placesOf = (ids: readonly string[]) => ids.flatMap((id) => places.get(id) ?? []).toSorted((a, b) => a - b)
  const all = FIELDS.flatMap((field) =>
    draft[field].map((item) => ({ list: LISTS[field], item, places: placesOf(item.segmentIds) })),
  )
  const claims = all.filter((claim) => claim.places.length > 0).map((claim, i) => ({ id: `C${i + 1}`, ...claim }))
  const always = placesOf(changes).slice(-MOST_CHANGES)
  const groups: { claims: Claim[]; needed: Set<number> }[] = []
  for (const claim of claims.toSorted((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0))) {
    const needed = [...always, ...claim.places, ...following(claim, lines)]
    const group = groups.at(-1)
    const together = new Set([...(group?.needed ?? []), ...needed])
    if (
      group &&
      sizeOf(together, lines) + group.claims.reduce((sum, each) => sum + claimText(each, lines).length, 0) <=
        WINDOW_CHARACTERS
    ) {
      group.claims.push(claim)
      group.needed = together
    } else {
      groups.push({ claims: [claim], needed: new Set(needed) })
    }
  }
  return groups.map((group) => ({
    claims: group.claims,
    text: [...linesText(group.needed, lines), ...group.claims.map((claim) => claimText(claim, lines))].join('\n'),
  }))
}

/** The draft without the claims that don't hold, which it keeps apart. A claim without a verdict stays. */
export function afterReading(draft: AnalysisDraft, readings: readonly Reading[], verdicts: Verdicts): AnalysisDraft {
  const fallen = new Set(verdicts.flatMap(({ claim, verdict }) => (verdict === 'holds' ? [] : [claim])))
  const rejected = readings.flatMap(({ claims }) => claims.filter(({ id }) => fallen.has(id)))
  const items = new Set(rejected.map(({ item }) => item))
  const kept = Object.fromEntries(FIELDS.map((field) => [field, draft[field].filter((item) => !items.has(item))]))
  return { ...draft, ...kept, rejected: rejected.map(({ list, item }) => ({ list, item })) }
}

/** Puts right how models write the ids of claims ("claim 3", 3). */
export function tidyVerdicts(value: unknown): unknown {
  const list: unknown = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null && 'verdicts' in value
      ? value.verdicts
      : value
  if (!Array.isArray(list)) return value
  return {
    verdicts: list.map((given: unknown) => {
      if (typeof given !== 'object' || given === null || !('claim' in given)) return given
      return { ...given, claim: `C${/\d+/.exec(String(given.claim))?.[0] ?? ''}` }
    }),
  }
}

function following({ places }: Claim, lines: readonly Line[]): number[] {
  const from = (places.at(-1) ?? 0) + 1
  let size = 0
  const count = lines.slice(from).findIndex(({ text }) => (size += text.length) > FOLLOWING_CHARACTERS)
  return Array.from({ length: count === -1 ? lines.length - from : count }, (_, i) => from + i)
}

function sizeOf(places: ReadonlySet<number>, lines: readonly Line[]): number {
  return [...places].reduce((sum, place) => sum + (lines[place]?.text.length ?? 0), 0)
}

function linesText(needed: ReadonlySet<number>, lines: readonly Line[]): string[] {
  const places = [...needed].toSorted((a, b) => a - b)
  return places.flatMap((place, i) => [
    ...(i > 0 && places[i - 1] !== place - 1 ? ['…'] : []),
    lines[place]?.text ?? '',
  ])
}

function claimText({ id, list, item, places }: Claim, lines: readonly Line[]): string {
  const { text, owner, due } = item
  return JSON.stringify({
    claim: id,
    ...(list === 'quotes' ? { quote: text } : { says: text }),
    owner,
    due,
    lines: places.map((place) => lines[place]?.id),
  })
}
