import {
  GUESSES,
  isFields,
  lower,
  passageText,
  pick,
  SPEAKER,
  getStart,
  toPassages,
  withGuess,
  type Fields,
} from './fields.ts'
import type { Parsed } from './passage.ts'

const MAX_DEPTH = 12
/** Fields of an object that name the speaker of the lists inside it. */
const OWNER = SPEAKER.filter((key) => /^(?:speaker|participant|name|user)/.test(key))

/**
 * Reads JSON from speech engines and meeting tools: the largest list of objects with a text. @returns null for text
 * that isn't JSON.
 */
export function readJson(text: string): Parsed | null {
  if (!/^\s*[[{]/.test(text)) return null
  const whole = parseJson(text) ?? parseJson(`[${text.trim().split(/\r?\n/).join(',')}]`)
  if (whole === undefined || whole === null) return null
  const groups = new Map<string, Group[]>()
  collectLists(whole, groups, { path: '', speaker: undefined, depth: 0 })
  const lists = [...groups.values()].map((group) => flatten(withoutSum(joinGroup(group))))
  const spoken = lists.map((list) => ({ list, rank: rank(list) })).filter((found) => found.rank > 0)
  const best = spoken.reduce<(typeof spoken)[number] | null>(
    (most, next) => (next.rank > (most?.rank ?? 0) ? next : most),
    null,
  )
  const content = spoken.map(({ list }) => list.map(passageText).join('\n'))
  return { passages: best === null ? [] : toPassages(best.list), asides: [], content }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A list of objects with texts. */
interface Group {
  entries: Fields[]
  /** Whose list it is. */
  speaker: unknown
}

interface Place {
  /** The keys that lead to it. */
  path: string
  speaker: unknown
  depth: number
}

/** All lists that have an object with a text, grouped by the keys that lead to them: some tools write one a speaker. */
function collectLists(value: unknown, groups: Map<string, Group[]>, { path, speaker, depth }: Place): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    const own = pick(lower(value as Fields), OWNER) ?? speaker
    for (const [key, part] of Object.entries(value)) {
      const guesses = Array.isArray(part) && GUESSES.includes(key.toLowerCase()) ? part.slice(0, 1) : part
      collectLists(guesses, groups, { path: `${path}.${key}`, speaker: own, depth: depth + 1 })
    }
    return
  }
  const entries = value.filter(isFields).map(withGuess)
  if (entries.some((fields) => passageText(fields) !== null)) {
    const group = groups.get(path) ?? []
    groups.set(path, group)
    group.push({ entries, speaker })
  }
  for (const part of value) collectLists(part, groups, { path: `${path}[]`, speaker, depth: depth + 1 })
}

/** Joins lists; entries without a speaker get the list's owner. Google's last list repeats the words of the others. */
function joinGroup(group: readonly Group[]): Fields[] {
  const text = ({ entries }: Group) => entries.map(passageText).join(' ')
  const last = group.at(-1)
  const isSum = group.length > 2 && last !== undefined && text(last) === group.slice(0, -1).map(text).join(' ')
  return (isSum ? [last] : group).flatMap(({ entries, speaker }) =>
    group.length < 2 || speaker === undefined
      ? entries
      : entries.map((fields) => (pick(fields, SPEAKER) === undefined ? { ...fields, speaker } : fields)),
  )
}

/** Objects with timed pieces are replaced by them; they inherit the speaker. */
function flatten(list: readonly Fields[]): Fields[] {
  const keys = list.some((fields, at) => isOverlapping(fields, list[at + 1])) ? ['sentences', 'words'] : ['sentences']
  return list.flatMap((fields) => {
    const pieces = keys.map((key) => fields[key]).find((value) => Array.isArray(value))
    if (pieces === undefined) return [fields]
    const speaker = pick(fields, SPEAKER)
    return pieces.filter(isFields).map((piece) => ({ ...(speaker === undefined ? {} : { speaker }), ...lower(piece) }))
  })
}

/** True if an object's words end after the next one's begin: each object holds a whole channel. */
function isOverlapping({ words }: Fields, next: Fields | undefined): boolean {
  const last: unknown = Array.isArray(words) ? words.at(-1) : undefined
  const end = isFields(last) ? getStart(lower(last)) : null
  const start = next === undefined || !Array.isArray(next['words']) ? null : getStart({ words: next['words'] })
  return end !== null && start !== null && end.value > start.value
}

/** Google's last result repeats the words of all results. */
function withoutSum(list: readonly Fields[]): readonly Fields[] {
  const rest = list.slice(0, -1)
  const last = list.at(-1)
  const isSum = rest.length > 1 && last !== undefined && passageText(last) === rest.map(passageText).join(' ')
  return isSum ? rest : list
}

/** Prefers more words, then named ones, then times. Single words rank below sentences. */
function rank(list: readonly Fields[]): number {
  const texts = list.map(passageText)
  const words = texts.reduce((sum, text) => sum + (text?.split(/\s+/).length ?? 0), 0)
  const timed = list.filter((fields) => getStart(fields) !== null).length / Math.max(1, list.length)
  const named = list.filter((fields) => pick(fields, SPEAKER) !== undefined).length / Math.max(1, list.length)
  if (timed < 0.5 && named < 0.5) return 0
  const perEntry = words / Math.max(1, list.length)
  return words * (1 + named) * (timed >= 0.5 ? 1 : 0.5) * (perEntry < 1.2 ? 0.9 : 1)
}
