import type { ListEntry, Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { outlineOf, type Moment } from '@callfolio/shared/microsite-outline.ts'
import type { OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { quoteFrom } from '../microsite/edit/quote-passage.ts'

/** The most that a title may have. Characters. */
const LONGEST_TITLE = 300

/** Something that is not on the page, as its owner sees it. */
export interface WithheldRow {
  key: number
  item: WithheldItem
  speaker: string | null
  /** Where it is said to stand; null: nowhere. */
  moment: Moment | null
  /** What puts it on the page; null: nothing can. */
  edit: OwnerEdit | null
}

/** What verification kept off a page and its owner has not put there, in the order of the page. */
export function withheldRows(site: Microsite): WithheldRow[] {
  return (site.withheld ?? []).flatMap((item, key): WithheldRow[] => {
    const lines = site.segments.filter(({ id }) => item.segment_ids.includes(id))
    if (item.reason === 'unworded' || isShown(site, item, lines)) return []
    const entry = entryOf(item, lines)
    const { speaker = null, start_ms, end_ms, segment_ids = [] } = momentOf(lines)
    const moment = start_ms === undefined ? null : { startMs: start_ms, endMs: end_ms ?? null, segmentIds: segment_ids }
    return [{ key, item, speaker, moment, edit: entry === null ? null : editWith(site, item.list, entry) }]
  })
}

function isShown(site: Microsite, { list, text, reason }: WithheldItem, lines: readonly Segment[]): boolean {
  const words = text.trim()
  if (list === 'title') return site.title === words
  const outline = outlineOf(site)
  if (list === 'summary') return outline.summary.text.includes(words)
  if (reason === 'quote')
    return outline.quotes.some(
      ({ moment }) => lines[0] !== undefined && moment?.segmentIds.includes(lines[0].id) === true,
    )
  return outline[list].some((entry) => entry.text === words)
}

/** What of it can be shown. A quote is the transcript word for word: in the place of one that nobody said its line is quoted. */
function entryOf({ list, text, reason }: WithheldItem, lines: readonly Segment[]): Exclude<ListEntry, string> | null {
  const [line] = lines
  if (list === 'quotes' && line === undefined) return null
  if (reason === 'quote' && line !== undefined) return quoteFrom(line, { start: 0, end: 0 })
  return { text: text.trim(), ...momentOf(lines) }
}

/** The speaker and the moment of an entry that stands on these lines. */
export function momentOf(lines: readonly Segment[]): Omit<Exclude<ListEntry, string>, 'text'> {
  if (lines.length === 0) return {}
  const [speaker = null, ...others] = new Set(lines.map((line) => line.speaker))
  return {
    speaker: others.length === 0 ? speaker : null,
    start_ms: Math.min(...lines.map((line) => line.start_ms)),
    end_ms: Math.max(...lines.map((line) => line.end_ms)),
    segment_ids: lines.map(({ id }) => id),
  }
}

function editWith(site: Microsite, list: WithheldItem['list'], entry: Exclude<ListEntry, string>): OwnerEdit {
  if (list === 'title') return { title: entry.text.slice(0, LONGEST_TITLE) }
  if (list === 'summary') return { summary: `${outlineOf(site).summary.text} ${entry.text}`.trim() }
  const filled = (site[list] ?? site[`gpt_${list}`] ?? []).filter(
    (other) => (typeof other === 'string' ? other : other.text).trim() !== '',
  )
  return { [list]: [...filled, entry] }
}
