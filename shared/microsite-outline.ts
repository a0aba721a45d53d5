import type { CheckFault, EvidenceItem, ListEntry, Microsite } from './contract/microsite.ts'

/** The fields of a microsite that hold its content. */
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

/** The fields that the summary is made of. */
export type SummaryContent = Pick<MicrositeContent, 'summary' | 'gpt_summaries' | 'gpt_summary' | 'summary_evidence'>

/** A list entry after normalising; `moment` is where it was said, null when that is not known. */
export interface OutlineItem {
  text: string
  speaker: string | null
  moment: Moment | null
  /** Numbers and names that are not in the lines it stands on; absent when all are. */
  unproven?: readonly string[]
  /** True: only the owner sees it. */
  unconfirmed?: boolean
  /** What its owner should check before adding it. */
  doubt?: CheckFault
  /** Its owner dismissed it. */
  dismissed?: boolean
}

/** A stretch of the recording in ms, with the transcript's lines it stands on. */
export interface Moment {
  startMs: number
  endMs: number | null
  segmentIds: readonly string[]
}

/** A heading of the call's course with the part of the call that is under it. */
export interface Chapter {
  text: string
  moment: Moment
}

/** What a microsite says, after all fallbacks: the one shape that pages and exports read. */
export interface MicrositeOutline {
  /** `sentences` are the text in pieces with their moments; empty when the text has none. */
  summary: { text: string; sentences: OutlineItem[] }
  quotes: OutlineItem[]
  action_points: OutlineItem[]
  important_points: OutlineItem[]
  todo_list: OutlineItem[]
}

/**
 * Applies the fallbacks: what the owner edited wins over what the analysis produced, and only null falls back, so that
 * what an owner emptied stays empty.
 */
export function outlineOf(microsite: MicrositeContent): MicrositeOutline {
  return {
    summary: summaryOf(microsite),
    quotes: items(microsite.quotes ?? microsite.gpt_quotes),
    action_points: items(microsite.action_points ?? microsite.gpt_action_points),
    important_points: items(microsite.important_points ?? microsite.gpt_important_points),
    todo_list: items(microsite.todo_list ?? microsite.gpt_todo_list),
  }
}

/** What others than the owner read: an outline without what nobody has confirmed. */
export function sharedOutlineOf(microsite: MicrositeContent): MicrositeOutline {
  const { summary, quotes, action_points, important_points, todo_list } = outlineOf(microsite)
  return {
    summary: confirmedSummary(summary),
    quotes: quotes.filter(isConfirmed),
    action_points: action_points.filter(isConfirmed),
    important_points: important_points.filter(isConfirmed),
    todo_list: todo_list.filter(isConfirmed),
  }
}

/** The summary that others than the owner read. */
export function sharedSummaryOf(microsite: SummaryContent): MicrositeOutline['summary'] {
  return confirmedSummary(summaryOf(microsite))
}

/** The sentences of a summary that others read too. */
export function confirmedSummary(summary: MicrositeOutline['summary']): MicrositeOutline['summary'] {
  const sentences = summary.sentences.filter(isConfirmed)
  if (sentences.length === summary.sentences.length) return summary
  return { text: sentences.map(({ text }) => text).join(' '), sentences }
}

/** False for what nobody but the owner sees yet. */
export function isConfirmed({ unconfirmed = false }: { unconfirmed?: boolean | undefined }): boolean {
  return !unconfirmed
}

/** The numbers and names of several items that are not in the lines these stand on, each once. */
export function unprovenOf(entries: readonly OutlineItem[]): string[] {
  return [...new Set(entries.flatMap(({ unproven = [] }) => unproven))]
}

/** The course of the call; a single heading is none. */
export function chaptersOf(entries: readonly EvidenceItem[] | null): Chapter[] {
  const chapters = (entries ?? [])
    .map(outlineItem)
    .flatMap(({ text, moment }) => (text === '' || moment === null ? [] : [{ text, moment }]))
  return chapters.length > 1 ? chapters : []
}

function summaryOf(microsite: SummaryContent): MicrositeOutline['summary'] {
  const text = (microsite.summary ?? microsite.gpt_summaries?.[0] ?? microsite.gpt_summary ?? '').trim()
  const sentences = sentencesOf(text, microsite.summary_evidence ?? [])
  return { text, sentences: microsite.summary === null ? sentences : sentences.map(reviewed) }
}

/** What its owner saved has been reviewed. */
function reviewed({
  unproven: _,
  unconfirmed: _also,
  doubt: _too,
  dismissed: _and,
  ...sentence
}: OutlineItem): OutlineItem {
  return sentence
}

/** Cuts the text at its evidence. What an owner wrote in between has no moment; evidence that is no longer in the text is left out. */
function sentencesOf(text: string, evidence: EvidenceItem[]): OutlineItem[] {
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

/** A stored entry, normalised. */
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
