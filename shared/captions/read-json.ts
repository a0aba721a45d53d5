import { isFields, lower, passageText, pick, SPEAKER, getStart, toPassages, withGuess, type Fields } from './fields.ts'
import type { Parsed } from './passage.ts'

const MAX_DEPTH = 12

/**
 * Reads JSON from speech engines and meeting tools: the largest list of objects with a text. @returns null for text
 * that isn't JSON.
 */
export function readJson(text: string): Parsed | null {
  if (!/^\s*[[{]/.test(text)) return null
  const whole = parseJson(text) ?? parseJson(`[${text.trim().split(/\r?\n/).join(',')}]`)
  if (whole === undefined || whole === null) return null
  const lists: Fields[][] = []
  collectLists(whole, lists, 0)
  const spoken = lists.map((list) => withoutSum(list.flatMap(flatten))).map((list) => ({ list, rank: rank(list) }))
  const best = spoken.reduce<(typeof spoken)[number] | null>(
    (most, next) => (next.rank > (most?.rank ?? 0) ? next : most),
    null,
  )
  return { passages: best === null ? [] : toPassages(best.list), asides: null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** All lists that have an object with a text. */
function collectLists(value: unknown, lists: Fields[][], depth: number): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    for (const part of Object.values(value)) collectLists(part, lists, depth + 1)
    return
  }
  const objects = value.filter(isFields).map(withGuess)
  if (objects.some((fields) => passageText(fields) !== null)) lists.push(objects)
  for (const part of value) collectLists(part, lists, depth + 1)
}

/** An object with timed pieces is replaced by them; they inherit its speaker. */
function flatten(fields: Fields): Fields[] {
  const sentences = fields['sentences']
  if (!Array.isArray(sentences)) return [fields]
  const speaker = pick(fields, SPEAKER)
  return sentences
    .filter(isFields)
    .map((sentence) => ({ ...(speaker === undefined ? {} : { speaker }), ...lower(sentence) }))
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
