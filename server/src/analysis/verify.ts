import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analysis, AnalysisDraft, DraftItem } from './analyst.ts'
import { findQuote } from './find-quote.ts'
import { plainWords } from './spoken-words.ts'

const LONGEST_TITLE = 120

/**
 * Checks what an analyst proposes against the transcript; nothing is repaired by guessing. An item that names no line, or
 * one that isn't there, is dropped; a quote becomes the transcript's own words or is dropped; times and speakers are the
 * transcript's; what says the same as an earlier item of its list is dropped.
 */
export function verifyDraft(draft: AnalysisDraft, segments: Segment[]): Analysis {
  const positions = new Map(segments.map((segment, position) => [segment.id, position]))
  const points = (items: readonly DraftItem[]) => distinct(items.flatMap((item) => pointOf(item, named(item, positions), segments)))
  return {
    title: draft.title === null ? null : oneLine(draft.title).slice(0, LONGEST_TITLE).trim() || null,
    summary: points(draft.summary),
    quotes: distinct(draft.quotes.flatMap((item) => findQuote(item.text, runsOf(named(item, positions), segments)) ?? [])),
    actionPoints: points(draft.actionPoints),
    importantPoints: points(draft.importantPoints),
    todoList: points(draft.todoList),
  }
}

/** Places of the lines an item names, in order; none when one of them isn't in the transcript. */
function named(item: DraftItem, positions: ReadonlyMap<string, number>): number[] {
  const places = item.segmentIds.map((id) => positions.get(id))
  if (places.includes(undefined)) return []
  return [...new Set(places.filter((place) => place !== undefined))].toSorted((a, b) => a - b)
}

function pointOf(item: DraftItem, places: readonly number[], segments: readonly Segment[]): EvidenceItem[] {
  const text = oneLine(item.text)
  const lines = places.flatMap((place) => segments[place] ?? [])
  if (lines.length === 0 || plainWords(text).length === 0) return []
  const speakers = new Set(lines.map((line) => line.speaker))
  const [speaker = null] = speakers.size === 1 ? speakers : []
  return [
    {
      text,
      speaker,
      start_ms: Math.min(...lines.map((line) => line.start_ms)),
      end_ms: Math.max(...lines.map((line) => line.end_ms)),
      segment_ids: lines.map((line) => line.id),
    },
  ]
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
