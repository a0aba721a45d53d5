import type { CheckFault, ListEntry, Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { isConfirmed, outlineItem, getOutline, type OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { likeness, saysTheSame } from '../../lib/next-steps.ts'
import { storedEntries, type ListField } from '../microsite/edit/owner-edit.ts'
import { quoteFrom } from '../microsite/edit/quote-passage.ts'

/** Where an item is stored. */
export type Source =
  | { kind: 'entry'; list: ListField; item: OutlineItem }
  | { kind: 'sentence'; item: OutlineItem }
  | { kind: 'withheld'; withheld: WithheldItem; item: OutlineItem }
  | { kind: 'line'; line: Segment; item: OutlineItem }

/** One fact that awaits its owner's review, or a line that may be a next step. */
export interface ReviewItem extends OutlineItem {
  /** Stable across reloads. */
  key: string
  part: 'steps' | 'points' | 'quotes' | 'summary' | 'title' | 'lines'
  /** What to check before it is added. */
  doubts: readonly CheckFault[]
  /** It failed a check that can't be fixed. */
  isWithheld: boolean
  /** Other wordings of the same step; they are added too. */
  otherWords: readonly string[]
  /** All entries that state it. */
  sources: readonly Source[]
}

const PART_OF_LIST = {
  todo_list: 'steps',
  action_points: 'steps',
  important_points: 'points',
  quotes: 'quotes',
} as const satisfies Record<ListField, ReviewItem['part']>

/**
 * Items awaiting the owner's review, each fact once: next steps, important points, quotes, the summary, the title;
 * then possible next steps.
 */
export function reviewItems(site: Microsite): ReviewItem[] {
  if (site.status !== 'active') return []
  const waiting = [
    ...(['todo_list', 'action_points', 'important_points', 'quotes'] as const).flatMap((list) =>
      getEntries(site, list),
    ),
    ...getSentences(site),
    ...getWithheld(site),
  ]
  const parts = Map.groupBy(waiting, getPart)
  return [
    ...(['steps', 'points', 'quotes'] as const).flatMap((part) => grouped(part, parts.get(part)).toSorted(byTime)),
    ...(['summary', 'title'] as const).flatMap((part) => grouped(part, parts.get(part))),
    ...possibleLines(site),
  ]
}

/** Number of items awaiting review, without possible next steps. */
export function countWaiting(items: readonly ReviewItem[]): number {
  return items.filter(({ part }) => part !== 'lines').length
}

/** A verbatim quote from the transcript. */
export function isEditable({ part }: ReviewItem): boolean {
  return part !== 'quotes'
}

/** False for a quote without a matching line. */
export function canBeAdded({ part, moment }: ReviewItem): boolean {
  return part !== 'quotes' || moment !== null
}

function getPart(source: Source): ReviewItem['part'] {
  if (source.kind === 'line') return 'lines'
  if (source.kind === 'sentence') return 'summary'
  const list = source.kind === 'entry' ? source.list : source.withheld.list
  return list === 'summary' || list === 'title' ? list : PART_OF_LIST[list]
}

const getList = (source: Source) =>
  source.kind === 'entry' ? source.list : source.kind === 'withheld' ? source.withheld.list : null

function getEntries(site: Microsite, list: ListField): Source[] {
  return storedEntries(site, list)
    .map(outlineItem)
    .filter((item) => item.text !== '' && !isConfirmed(item))
    .map((item) => ({ kind: 'entry', list, item }))
}

/** The summary's sentences that recipients don't see and that weren't dismissed. */
function getSentences({ summary, summary_evidence: evidence }: Microsite): Source[] {
  return (evidence ?? [])
    .map(outlineItem)
    .filter(
      (item) =>
        item.text !== '' &&
        !isConfirmed(item) &&
        item.dismissed !== true &&
        (summary === null || !summary.includes(item.text)),
    )
    .map((item) => ({ kind: 'sentence', item }))
}

/** Withheld items that the page doesn't already state. */
function getWithheld(site: Microsite): Source[] {
  const outline = getOutline(site)
  return (site.withheld ?? []).flatMap((withheld): Source[] => {
    const lines = site.segments.filter(({ id }) => withheld.segment_ids.includes(id))
    const item = outlineItem(withheldEntry(withheld, lines))
    const shown =
      withheld.list === 'title'
        ? [{ text: site.title, speaker: null, moment: null }]
        : withheld.list === 'summary'
          ? outline.summary.sentences
          : PART_OF_LIST[withheld.list] === 'steps'
            ? [...outline.todo_list, ...outline.action_points]
            : outline[withheld.list]
    const isShown = shown.some((other) => isConfirmed(other) && (other.text === item.text || saysTheSame(other, item)))
    return item.text === '' || isShown ? [] : [{ kind: 'withheld', withheld, item }]
  })
}

/** The part of a withheld item that can be added. A quote that isn't verbatim is replaced with its line. */
export function withheldEntry(
  { list, text, reason }: WithheldItem,
  lines: readonly Segment[],
): Exclude<ListEntry, string> {
  const [line] = lines
  if (list === 'quotes' && reason === 'quote' && line !== undefined) return quoteFrom(line, { start: 0, end: 0 })
  return { text: text.trim(), ...getPlace(lines) }
}

/** The speaker and time of an entry that cites these lines. */
export function getPlace(lines: readonly Segment[]): Omit<Exclude<ListEntry, string>, 'text'> {
  if (lines.length === 0) return {}
  const [speaker = null, ...others] = new Set(lines.map((line) => line.speaker))
  return {
    speaker: others.length === 0 ? speaker : null,
    start_ms: Math.min(...lines.map((line) => line.start_ms)),
    end_ms: Math.max(...lines.map((line) => line.end_ms)),
    segment_ids: lines.map(({ id }) => id),
  }
}

/** One item for entries that state the same: at most one of each list, and any withheld ones. */
function grouped(part: ReviewItem['part'], sources: readonly Source[] = []): ReviewItem[] {
  const groups: Source[][] = []
  for (const source of sources) {
    const [best] = groups
      .map((group) => ({ group, like: Math.max(...group.map(({ item }) => likeness(item, source.item))) }))
      .filter(
        ({ group, like }) =>
          like > 0.5 && (source.kind === 'withheld' || !group.some((other) => getList(other) === getList(source))),
      )
      .toSorted((a, b) => b.like - a.like)
    if (best === undefined) groups.push([source])
    else best.group.push(source)
  }
  return groups.flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [itemFor(part, first, group)]
  })
}

function itemFor(part: ReviewItem['part'], { item }: Source, sources: readonly Source[]): ReviewItem {
  const { doubt: _, ...shown } = item
  const doubts = new Map(sources.flatMap(getDoubt).map((doubt) => [`${doubt.reason} ${doubt.detail ?? ''}`, doubt]))
  const others = sources.filter((source) => getList(source) !== getList(sources[0] ?? source))
  return {
    ...shown,
    key: [part, item.text, ...(item.moment?.segmentIds ?? [])].join(' '),
    part,
    doubts: [...doubts.values()],
    isWithheld: sources.every(({ kind }) => kind === 'withheld'),
    otherWords: [...new Set(others.map((other) => other.item.text))].filter((text) => differs(text, item.text)),
    sources,
  }
}

function getDoubt(source: Source): CheckFault[] {
  if (source.kind !== 'withheld') return source.item.doubt ? [source.item.doubt] : []
  const { list, reason, detail, text } = source.withheld
  const isReplaced = list === 'quotes' && reason === 'quote' && source.item.text !== text.trim()
  return [{ reason, detail: isReplaced ? text : detail }]
}

/** Whether a significant word is in only one of two texts: "Dana: send it" and "Dana will send it." are the same. */
function differs(one: string, other: string): boolean {
  const weighty = (text: string) => new Set(text.toLowerCase().match(/\p{N}[\p{L}\p{N}]*|[\p{L}\p{N}]{5,}/gu) ?? [])
  return weighty(one).symmetricDifference(weighty(other)).size > 0
}

function byTime({ moment: one }: ReviewItem, { moment: other }: ReviewItem): number {
  const [a, b] = [one?.startMs ?? Infinity, other?.startMs ?? Infinity]
  return a === b ? 0 : a - b
}

/** Possible next steps, without lines that a step already cites. */
function possibleLines(site: Microsite): ReviewItem[] {
  const wanted = new Set(site.possible_steps)
  if (wanted.size === 0) return []
  const steps = [site.todo_list, site.gpt_todo_list, site.action_points, site.gpt_action_points].flatMap(
    (list) => list ?? [],
  )
  const used = new Set([
    ...steps.flatMap((entry) => (typeof entry === 'string' ? [] : (entry.segment_ids ?? []))),
    ...(site.withheld ?? [])
      .filter(({ list }) => list === 'todo_list' || list === 'action_points')
      .flatMap(({ segment_ids }) => segment_ids),
  ])
  return site.segments
    .filter(({ id, redacted = false }) => wanted.has(id) && !used.has(id) && !redacted)
    .map((line): ReviewItem => {
      const item = outlineItem({ ...getPlace([line]), text: lineWords(line) })
      return {
        ...item,
        key: `lines ${line.id}`,
        part: 'lines',
        doubts: [],
        isWithheld: false,
        otherWords: [],
        sources: [{ kind: 'line', line, item }],
      }
    })
}

/** A line as its speaker's next step. */
function lineWords({ speaker, text }: Segment): string {
  return speaker === null ? text : `${speaker}: ${text}`
}
