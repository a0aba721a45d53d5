import type { EvidenceItem, ListEntry } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { carryQuote } from './carry-quote.ts'
import { renamesBetween, replaceMentions, type Renames } from './speaker-renames.ts'

const QUOTES = ['quotes', 'gptQuotes'] as const
const POINTS = [
  'actionPoints',
  'gptActionPoints',
  'importantPoints',
  'gptImportantPoints',
  'todoList',
  'gptTodoList',
] as const

/** The fields of a microsite that depend on its transcript. */
export type Content = Pick<
  MicrositeRow,
  | 'summary'
  | 'gptSummary'
  | 'gptSummaries'
  | 'summaryEvidence'
  | 'withheld'
  | (typeof QUOTES)[number]
  | (typeof POINTS)[number]
>

interface Lines {
  before: ReadonlyMap<string, Segment>
  after: ReadonlyMap<string, Segment>
  renames: Renames
}

/**
 * Adapts content based on one state of a transcript to another with the same lines: speakers follow their lines,
 * sentences use a renamed speaker's new name, and quotes keep the transcript's own words or are dropped.
 * @returns the fields that were given.
 */
export function keepEdits<C extends Partial<Content>>(
  content: C,
  before: readonly Segment[],
  after: readonly Segment[],
): C {
  if (before === after) return content
  const lines: Lines = { before: byId(before), after: byId(after), renames: renamesBetween(before, after) }
  const carried: Partial<Content> = { ...content }
  for (const field of QUOTES) {
    if (content[field]) carried[field] = content[field].flatMap((entry) => carriedEntry(entry, lines, quoteText))
  }
  for (const field of POINTS) {
    if (content[field]) carried[field] = content[field].flatMap((entry) => carriedEntry(entry, lines, pointText))
  }
  if (content.withheld) carried.withheld = content.withheld.map((item) => ({ ...item, text: pointText(item, lines) }))
  return { ...content, ...carried, ...carriedSummary(content, lines) }
}

/** The sentences of the texts match those of the evidence, so both are changed alike. */
function carriedSummary(content: Partial<Content>, lines: Lines): Partial<Content> {
  const { summaryEvidence: sentences, summary, gptSummary, gptSummaries } = content
  if (!sentences) return {}
  const carried = sentences.flatMap((sentence) => carriedItem(sentence, lines, pointText))
  const told = (text: string) =>
    sentences.reduce((whole, { text: old }, i) => whole.replace(old, () => carried[i]?.text ?? old), text)
  return {
    summaryEvidence: carried,
    ...(summary && { summary: told(summary) }),
    ...(gptSummary && { gptSummary: told(gptSummary) }),
    ...(gptSummaries && { gptSummaries: gptSummaries.map(told) }),
  }
}

type CarryText = (item: EvidenceItem, lines: Lines) => string | null

function carriedEntry(entry: ListEntry, lines: Lines, carryText: CarryText): ListEntry[] {
  return typeof entry === 'string' ? [entry] : carriedItem(entry, lines, carryText)
}

function carriedItem(item: EvidenceItem, lines: Lines, carryText: CarryText): EvidenceItem[] {
  const text = carryText(item, lines)
  if (text === null) return []
  const speaker = carriedSpeaker(item, lines)
  return [{ ...item, text, ...(speaker === item.speaker ? {} : { speaker }) }]
}

function quoteText(item: EvidenceItem, { before, after }: Lines): string | null {
  return carryQuote(item.text, getLines(item, before), getLines(item, after))
}

function pointText(item: Pick<EvidenceItem, 'text' | 'segment_ids'>, { before, renames }: Lines): string {
  const speakers = new Set(getLines(item, before).map((line) => line.speaker))
  return replaceMentions(item.text, renames, speakers)
}

/** A speaker taken from the lines is taken from them again; one that the owner chose is only renamed. */
function carriedSpeaker(item: EvidenceItem, { before, after, renames }: Lines): string | null | undefined {
  const [was, is] = [onlySpeaker(getLines(item, before)), onlySpeaker(getLines(item, after))]
  if (was !== undefined && is !== undefined && was === (item.speaker ?? null)) return is
  return item.speaker ? (renames.get(item.speaker) ?? item.speaker) : item.speaker
}

/** The speaker of all the lines, null when they are several or unknown; undefined without lines. */
function onlySpeaker(lines: readonly Segment[]): string | null | undefined {
  const [first] = lines
  return first && (lines.every((line) => line.speaker === first.speaker) ? first.speaker : null)
}

function getLines(item: Pick<EvidenceItem, 'segment_ids'>, lines: ReadonlyMap<string, Segment>): Segment[] {
  return (item.segment_ids ?? []).flatMap((id) => lines.get(id) ?? [])
}

function byId(segments: readonly Segment[]): Map<string, Segment> {
  return new Map(segments.map((segment) => [segment.id, segment]))
}
