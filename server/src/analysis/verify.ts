import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analysis, AnalysisDraft, DraftItem } from './analyst.ts'
import { findQuote } from './find-quote.ts'
import { plainWords } from './spoken-words.ts'
import { unprovenParts } from './unproven.ts'

const LONGEST_TITLE = 120
/** More than any honest recap has; the rest of a flood is not looked at. */
const MOST_ITEMS = 100
const LONGEST_ITEM = 2000

/**
 * Checks what an analyst proposes against the transcript; nothing is repaired by guessing. An item that names no line, or
 * one that isn't there, is dropped; one with a number or a name that isn't in its lines is marked; a quote becomes the transcript's own words or is dropped; times and speakers are the
 * transcript's; what says the same as an earlier item of its list is dropped.
 * @param writtenIn code of the language that the analyst was to write in; null: the call's.
 */
export function verifyDraft(draft: AnalysisDraft, segments: Segment[], writtenIn: string | null = null): Analysis {
  const positions = new Map(segments.map((segment, position) => [segment.id, position]))
  const points = (items: readonly DraftItem[]) => distinct(looked(items).flatMap((item) => pointOf(item, named(item, positions), segments, writtenIn)))
  return {
    title: titleOf(draft, segments, writtenIn),
    summary: points(draft.summary),
    quotes: distinct(looked(draft.quotes).flatMap((item) => findQuote(item.text, runsOf(named(item, positions), segments)) ?? [])),
    actionPoints: points(draft.actionPoints),
    importantPoints: points(draft.importantPoints),
    todoList: points(draft.todoList),
    chapters: chaptersOf(points(draft.chapters ?? []), segments),
    ...(draft.use && { use: draft.use }),
  }
}

/** A title stands on the whole call; one with something that was not said in it is none. */
function titleOf({ title }: AnalysisDraft, segments: readonly Segment[], writtenIn: string | null): string | null {
  const text = oneLine(title ?? '').slice(0, LONGEST_TITLE).trim()
  return text === '' || segments.length === 0 || unprovenParts(text, segments, [], writtenIn).length > 0 ? null : text
}

/** Headings in the order of the call, each up to the next one; of two that begin together the first counts. */
function chaptersOf(found: readonly EvidenceItem[], segments: readonly Segment[]): EvidenceItem[] {
  const sorted = found.filter(({ unproven }) => unproven === undefined).toSorted((a, b) => (a.start_ms ?? 0) - (b.start_ms ?? 0))
  const apart = sorted.filter((chapter, i) => chapter.start_ms !== sorted[i - 1]?.start_ms)
  const endMs = Math.max(0, ...segments.map((segment) => segment.end_ms))
  return apart.map(({ text, start_ms = 0, segment_ids = [] }, i) => ({ text, start_ms, end_ms: apart[i + 1]?.start_ms ?? endMs, segment_ids: segment_ids.slice(0, 1) }))
}

/** The items of a list that are worth a look: a flood of them, or one as long as a page, is no recap. */
function looked(items: readonly DraftItem[]): DraftItem[] {
  return items.filter(({ text }) => text.length <= LONGEST_ITEM).slice(0, MOST_ITEMS)
}

/** Places of the lines an item names, in order; none when one of them isn't in the transcript. */
function named(item: DraftItem, positions: ReadonlyMap<string, number>): number[] {
  const places = item.segmentIds.map((id) => positions.get(id))
  if (places.includes(undefined)) return []
  return [...new Set(places.filter((place) => place !== undefined))].toSorted((a, b) => a - b)
}

function pointOf(item: DraftItem, places: readonly number[], segments: readonly Segment[], writtenIn: string | null): EvidenceItem[] {
  const text = oneLine(item.text)
  const lines = places.flatMap((place) => segments[place] ?? [])
  if (lines.length === 0 || plainWords(text).length === 0) return []
  const speakers = new Set(lines.map((line) => line.speaker))
  const [speaker = null] = speakers.size === 1 ? speakers : []
  const unproven = unprovenParts(text, lines, neighbours(places, segments), writtenIn)
  return [
    {
      text,
      speaker,
      start_ms: Math.min(...lines.map((line) => line.start_ms)),
      end_ms: Math.max(...lines.map((line) => line.end_ms)),
      segment_ids: lines.map((line) => line.id),
      ...(unproven.length > 0 ? { unproven } : {}),
    },
  ]
}

/** Who speaks right before and after the lines: the ones that are spoken to. */
function neighbours(places: readonly number[], segments: readonly Segment[]): string[] {
  return places.flatMap((place) => [segments[place - 1]?.speaker ?? [], segments[place + 1]?.speaker ?? []].flat())
}

/** The named lines as runs of neighbours by one speaker. */
function runsOf(places: readonly number[], segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = []
  places.forEach((place, i) => {
    const segment = segments[place]
    if (segment === undefined) return
    const run = runs.at(-1)
    if (run !== undefined && places[i - 1] === place - 1 && run.at(-1)?.speaker === segment.speaker) run.push(segment)
    else runs.push([segment])
  })
  return runs
}

function distinct(items: readonly EvidenceItem[]): EvidenceItem[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = plainWords(item.text).join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
