import type { EvidenceItem, ListEntry } from '@callfolio/shared/contract/microsite.ts'
import type { RedactionEffect, TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { redactSegments, touchesSpan } from '@callfolio/shared/redaction.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { numberedSpeaker } from '../../speakers/numbered-speaker.ts'
import { keepEdits } from '../editing/keep-edits.ts'
import { findLeaks, type Leak, type RedactionLeaks } from './redaction-leaks.ts'
import type { MicrositeChange } from '../records/microsite.ts'
import type { OwnerNames } from './owner-names-repo.ts'
import { replaceMentions } from '../editing/speaker-renames.ts'
import { transcriptText } from '../editing/transcript-text.ts'

/** The lists of a page, with their labels. */
const LISTS = {
  quotes: 'Quotes',
  gptQuotes: 'Quotes',
  actionPoints: 'Action Points',
  gptActionPoints: 'Action Points',
  importantPoints: 'Important Points',
  gptImportantPoints: 'Important Points',
  todoList: 'Todo List',
  gptTodoList: 'Todo List',
} as const
type ListField = keyof typeof LISTS

type Removed = RedactionEffect['texts']

/** The changes of a redaction to a microsite's texts, and the preview of what it removes for the owner. */
export interface RedactedContent {
  change: MicrositeChange
  lines: number
  removed: Removed
  /** Link labels and tags to remove. */
  names: OwnerNames
}

interface Redaction {
  spans: readonly TimeSpan[]
  /** Ids of the lines to remove. */
  gone: ReadonlySet<string>
  words: RedactionLeaks
  /** Collects what is removed, with the names before the change. */
  take: (where: string, text: string) => void
}

/**
 * A microsite's texts without what was said in the spans: lines of the transcript become a marker, speakers whose names
 * are said only there get numbers, and every text is removed that depends on such a line, or has words that are said
 * nowhere else. An entry that may have them is hidden from recipients until its owner confirms it; a text that can't be
 * hidden is removed.
 */
export function redactContent(
  original: MicrositeRow,
  spans: readonly TimeSpan[],
  beside: OwnerNames = { links: [], tags: [] },
): RedactedContent {
  const before = original.segments ?? []
  const lost = before.filter((line) => !line.redacted && touchesSpan(line, spans))
  const kept = before.filter((line) => !line.redacted && !touchesSpan(line, spans))
  const words = findLeaks(lost, kept)
  const numbered = numberedSpeakers(kept, words)
  const removed = new Map<string, Removed[number]>()
  const take = (where: string, text: string) => removed.set(`${where} ${text}`, { where, text })
  for (const name of numbered.keys()) take('Speakers', name)
  const names = new Map([...numbered].map(([name, number]) => [number, name]))
  const redaction: Redaction = {
    spans,
    gone: new Set(lost.map(({ id }) => id)),
    words,
    take: (where, text) => take(where, replaceMentions(text, names, new Set())),
  }
  const named = numbered.size === 0 ? before : before.map((line) => withSpeakers(line, numbered))
  const site = { ...keepEdits(original, before, named), segments: original.segments && named }
  const segments = redactSegments(named, spans)
  const lists = Object.entries(LISTS).map(([field, where]) => [
    field,
    site[field as ListField]?.flatMap((entry) => redactedEntry(entry, where, redaction)) ?? null,
  ])
  const change: MicrositeChange = {
    ...redactedTitle(site, redaction),
    description: site.description === null ? null : sentences(site.description, 'Description', redaction) || null,
    ...redactedSummary(site, redaction),
    ...(Object.fromEntries(lists) as Pick<MicrositeChange, ListField>),
    chapters: site.chapters?.flatMap((chapter) => redactedChapter(chapter, redaction)) ?? null,
    suggestedSpeakers:
      site.suggestedSpeakers?.filter(
        ({ segment_id: id, name }) => !redaction.gone.has(id) && redaction.words.inFree(name) === null,
      ) ?? null,
    privateLines: site.privateLines?.filter((id) => !redaction.gone.has(id)) ?? null,
    participants: site.participants?.filter((name) => !isRevealing(name, redaction)) ?? null,
    possibleSteps: site.possibleSteps?.filter((id) => !redaction.gone.has(id)) ?? null,
    // An AI server's refusal may repeat its input.
    analysisNotice: words.inFree(site.analysisNotice ?? '') === 'certain' ? null : site.analysisNotice,
    withheld:
      site.withheld?.filter(
        (item) => !isGone(item, redaction) && redaction.words.inFree([item.text, item.detail ?? ''].join(' ')) === null,
      ) ?? null,
  }
  // Only the owner sees these, so uncertain matches stay.
  const namesIn = (named: OwnerNames['links'], where: string) =>
    named.filter(({ text }) => {
      const goes = words.inFree(text) === 'certain'
      if (goes) redaction.take(where, text)
      return goes
    })
  const found = { links: namesIn(beside.links, 'Who a link is for'), tags: namesIn(beside.tags, 'Tags') }
  return {
    change: { ...change, ...redactedTranscript(site, segments) },
    names: found,
    lines: lost.length,
    removed: [...removed.values()],
  }
}

/** Whether a participant's name is said in lost lines only. */
function isRevealing(name: string, { words, take }: Redaction): boolean {
  const goes = words.inName(name) || words.inFree(name) === 'certain'
  if (goes) take('Participants', name)
  return goes
}

/** Numbered labels, as for unnamed speakers, for those whose names reveal lost lines, by name. */
function numberedSpeakers(kept: readonly Segment[], words: RedactionLeaks): Map<string, string> {
  const names = new Set(
    kept.flatMap(({ speaker, heard }) => [speaker, heard?.speaker].filter((name) => typeof name === 'string')),
  )
  const free = numberedBeside(names)
  return new Map([...names].filter((name) => words.inName(name)).map((name) => [name, free.next().value]))
}

function withSpeakers(line: Segment, numbered: ReadonlyMap<string, string>): Segment {
  const shown = (name: string | null) => (name === null ? null : (numbered.get(name) ?? name))
  return {
    ...line,
    speaker: shown(line.speaker),
    ...(line.heard?.speaker !== undefined && { heard: { ...line.heard, speaker: shown(line.heard.speaker) } }),
  }
}

/** Speaker numbers that are not used yet. */
function* numberedBeside(names: ReadonlySet<string>): Generator<string, never> {
  for (let number = 1; ; number += 1) if (!names.has(numberedSpeaker(number))) yield numberedSpeaker(number)
}

/** Drops the data for separating voices again, which needs words that are no longer stored. */
function redactedTranscript(site: MicrositeRow, segments: Segment[]): MicrositeChange {
  if (site.segments === null || site.transcriptInfo === null) return {}
  const { speakers: _, ...transcriptInfo } = site.transcriptInfo
  return { segments, transcript: segments.length === 0 ? site.transcript : transcriptText(segments), transcriptInfo }
}

/** A generated title is based on the whole call. */
function redactedTitle({ title, createdAt }: MicrositeRow, { words, take }: Redaction): MicrositeChange {
  if (words.inFree(title) === null) return {}
  take('Title', title)
  return { title: `Call on ${formatDay(createdAt.toISOString())}`, titleSource: 'file' }
}

function getLeak(entry: ListEntry, redaction: Redaction): Leak | null {
  if (typeof entry !== 'string' && isGone(entry, redaction)) return 'certain'
  const { words } = redaction
  return typeof entry !== 'string' && citesLines(entry) ? words.inProven(entry.text) : words.inFree(getText(entry))
}

/** @returns nothing where the entry certainly repeats lost lines; where it may, the entry marked as unconfirmed. */
function redactedEntry<T extends ListEntry>(entry: T, where: string, redaction: Redaction): (T | EvidenceItem)[] {
  const leak = getLeak(entry, redaction)
  if (leak === null) return [entry]
  if (leak === 'uncertain') {
    const item: EvidenceItem = typeof entry === 'string' ? { text: entry } : entry
    return [{ ...item, unconfirmed: true }]
  }
  redaction.take(where, getText(entry))
  return []
}

function redactedSummary(site: MicrositeRow, redaction: Redaction): MicrositeChange {
  const { summary, gptSummary, gptSummaries } = site
  const evidence = site.summaryEvidence ?? []
  /** @param hides whether its unconfirmed sentences are hidden from recipients; a summary by the owner has none. */
  const without = (text: string, hides: boolean) => {
    const stays = (sentence: EvidenceItem) => {
      const leak = getLeak(sentence, redaction)
      return leak === null || (leak === 'uncertain' && hides && text.includes(sentence.text))
    }
    const kept = evidence.filter(stays)
    const gone = evidence.filter((sentence) => !kept.includes(sentence))
    for (const sentence of gone) if (text.includes(sentence.text)) redaction.take('Summary', sentence.text)
    const rest = gone.reduce((whole, sentence) => whole.replace(sentence.text, ''), text)
    return sentences(rest, 'Summary', redaction, kept)
  }
  return {
    summaryEvidence: site.summaryEvidence && evidence.flatMap((each) => redactedEntry(each, 'Summary', redaction)),
    summary: summary === null ? null : without(summary, false),
    gptSummary: gptSummary === null ? null : without(gptSummary, true),
    gptSummaries: gptSummaries?.map((text) => without(text, true)) ?? null,
  }
}

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of a text that reveal nothing of the lost lines. @param proven sentences based on other lines. */
function sentences(
  text: string,
  where: string,
  { words, take }: Redaction,
  proven: readonly EvidenceItem[] = [],
): string {
  const kept = [...SENTENCES.segment(text)].filter(({ segment }) => {
    const sentence = segment.trim()
    if (sentence === '' || proven.some((item) => item.text.includes(sentence))) return true
    if (words.inFree(sentence) === null) return true
    take(where, sentence)
    return false
  })
  return kept
    .map(({ segment }) => segment)
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/**
 * A chapter is based on all lines up to the next one; it is removed with its first line, or when its heading repeats
 * lost words.
 */
function redactedChapter(chapter: EvidenceItem, { spans, gone, words, take }: Redaction): EvidenceItem[] {
  const ids = chapter.segment_ids ?? []
  const first = ids[0]
  const touched = ids.some((id) => gone.has(id))
  const begins = chapter.start_ms !== undefined && touchesSpan(getTimestamp(chapter.start_ms), spans)
  const saysIt = touched ? words.inFree(chapter.text) : words.inProven(chapter.text)
  if ((first !== undefined && gone.has(first)) || begins || saysIt !== null) {
    take('Chapters', chapter.text)
    return []
  }
  return [{ ...chapter, ...(touched && { segment_ids: ids.filter((id) => !gone.has(id)) }) }]
}

function isGone({ segment_ids: ids = [], ...times }: Partial<EvidenceItem>, { spans, gone }: Redaction): boolean {
  if (ids.some((id) => gone.has(id))) return true
  const { start_ms, end_ms = start_ms } = times
  return start_ms !== undefined && end_ms !== undefined && touchesSpan({ start_ms, end_ms }, spans)
}

const getTimestamp = (ms: number): TimeSpan => ({ start_ms: ms, end_ms: ms })
const citesLines = (entry: EvidenceItem) => (entry.segment_ids?.length ?? 0) > 0
const getText = (entry: ListEntry) => (typeof entry === 'string' ? entry : entry.text)
