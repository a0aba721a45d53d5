import type { CheckFault, EvidenceItem, ListEntry, Microsite } from '../contract/microsite.ts'

/** The content fields of a microsite. */
export type MicrositeContent = Pick<
  Microsite,
  | 'summary'
  | 'gpt_summaries'
  | 'gpt_summary'
  | 'summary_evidence'
  | 'quotes'
  | 'gpt_quotes'
  | 'action_points'
  | 'gpt_action_points'
  | 'important_points'
  | 'gpt_important_points'
  | 'todo_list'
  | 'gpt_todo_list'
>

/** The fields that make up the summary. */
export type SummaryContent = Pick<MicrositeContent, 'summary' | 'gpt_summaries' | 'gpt_summary' | 'summary_evidence'>

/** A normalized list entry; `moment` is when it was said, null if unknown. */
export interface OutlineItem {
  text: string
  speaker: string | null
  moment: Moment | null
  /** Numbers and names that are not in the cited lines; absent if all are. */
  unproven?: readonly string[]
  /** True: only the owner sees it. */
  unconfirmed?: boolean
  /** What the owner should check before adding it. */
  doubt?: CheckFault
  /** Dismissed by its owner. */
  dismissed?: boolean
}

/** A range of the recording in ms, with the transcript lines it cites. */
export interface Moment {
  startMs: number
  endMs: number | null
  segmentIds: readonly string[]
}

/** A chapter: a heading and its part of the call. */
export interface Chapter {
  text: string
  moment: Moment
}

/** A microsite's content after all fallbacks: the one shape that pages and exports read. */
export interface MicrositeOutline {
  /** `sentences`: the text split into sentences with timestamps; empty if the text has none. */
  summary: { text: string; sentences: OutlineItem[] }
  quotes: OutlineItem[]
  action_points: OutlineItem[]
  important_points: OutlineItem[]
  todo_list: OutlineItem[]
}

/**
 * Applies the fallbacks: the owner's edits win over the analysis. Only null falls back, so fields that an owner
 * emptied stay empty.
 */
export function getOutline(microsite: MicrositeContent): MicrositeOutline {
  return {
    summary: getSummary(microsite),
    quotes: items(microsite.quotes ?? microsite.gpt_quotes),
    action_points: items(microsite.action_points ?? microsite.gpt_action_points),
    important_points: items(microsite.important_points ?? microsite.gpt_important_points),
    todo_list: items(microsite.todo_list ?? microsite.gpt_todo_list),
  }
}

/** The outline for recipients: without unconfirmed items. */
export function getSharedOutline(microsite: MicrositeContent): MicrositeOutline {
  const { summary, quotes, action_points, important_points, todo_list } = getOutline(microsite)
  return {
    summary: confirmedSummary(summary),
    quotes: quotes.filter(isConfirmed),
    action_points: action_points.filter(isConfirmed),
    important_points: important_points.filter(isConfirmed),
    todo_list: todo_list.filter(isConfirmed),
  }
}

/** The summary that recipients read. */
export function getSharedSummary(microsite: SummaryContent): MicrositeOutline['summary'] {
  return confirmedSummary(getSummary(microsite))
}

/** The summary's sentences that recipients read. */
export function confirmedSummary(summary: MicrositeOutline['summary']): MicrositeOutline['summary'] {
  const sentences = summary.sentences.filter(isConfirmed)
  if (sentences.length === summary.sentences.length) return summary
  return { text: sentences.map(({ text }) => text).join(' '), sentences }
}

/** False for items that only the owner sees for now. */
export function isConfirmed({ unconfirmed = false }: { unconfirmed?: boolean | undefined }): boolean {
  return !unconfirmed
}

/** The numbers and names of several items that are not in the lines they cite, without duplicates. */
export function getUnproven(entries: readonly OutlineItem[]): string[] {
  return [...new Set(entries.flatMap(({ unproven = [] }) => unproven))]
}

/** The chapters of the call; a single heading is dropped, unless it is a mark that was set during the call. */
export function getChapters(entries: readonly EvidenceItem[] | null): Chapter[] {
  const chapters = (entries ?? [])
    .map(outlineItem)
    .flatMap(({ text, moment }) => (text === '' || moment === null ? [] : [{ text, moment }]))
  const [first, ...others] = chapters
  const isMark = first?.moment.endMs === null && first.moment.startMs > 0
  return others.length > 0 || isMark ? chapters : []
}

function getSummary(microsite: SummaryContent): MicrositeOutline['summary'] {
  const text = (microsite.summary ?? microsite.gpt_summaries?.[0] ?? microsite.gpt_summary ?? '').trim()
  const sentences = getSentences(text, microsite.summary_evidence ?? [])
  return { text, sentences: microsite.summary === null ? sentences : sentences.map(reviewed) }
}

/** Content that the owner saved counts as reviewed. */
function reviewed({
  unproven: _,
  unconfirmed: _also,
  doubt: _too,
  dismissed: _and,
  ...sentence
}: OutlineItem): OutlineItem {
  return sentence
}

/**
 * Splits the text at its evidence. Text the owner inserted has no timestamp; evidence no longer in the text is
 * dropped.
 */
function getSentences(text: string, evidence: EvidenceItem[]): OutlineItem[] {
  const sentences: OutlineItem[] = []
  let rest = 0
  for (const entry of evidence) {
    const sentence = outlineItem(entry)
    const at = sentence.text === '' ? -1 : text.indexOf(sentence.text, rest)
    if (at === -1) continue
    sentences.push(...plain(text.slice(rest, at)), sentence)
    rest = at + sentence.text.length
  }
  return sentences.length === 0 ? [] : [...sentences, ...plain(text.slice(rest))]
}

function plain(text: string): OutlineItem[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ text: trimmed, speaker: null, moment: null }]
}

function items(entries: ListEntry[] | null): OutlineItem[] {
  return (entries ?? []).map(outlineItem).filter(({ text }) => text !== '')
}

/** A stored entry, normalized. */
export function outlineItem(entry: ListEntry): OutlineItem {
  if (typeof entry === 'string') return { text: entry.trim(), speaker: null, moment: null }
  const { text, speaker, start_ms, end_ms, segment_ids = [], unproven, unconfirmed, doubt, dismissed } = entry
  const moment = start_ms === undefined ? null : { startMs: start_ms, endMs: end_ms ?? null, segmentIds: segment_ids }
  return {
    text: text.trim(),
    speaker: speaker?.trim() || null,
    moment,
    ...(unproven && { unproven }),
    ...(unconfirmed && { unconfirmed }),
    ...(doubt && { doubt }),
    ...(dismissed && { dismissed }),
  }
}
