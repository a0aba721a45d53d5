import { BRAND } from '@callfolio/shared/brand.ts'
import type { MicrositeOutline, Moment, OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { isLongTitle } from '../lib/long-title.ts'
import { documentFacts } from '../lib/microsite-facts.ts'
import { textRuns, getTurns, type TextRun } from '../lib/segments.ts'
import type { ExportOptions, ExportSource } from './export-source.ts'

/** When something was said: the displayed time, and its URL if there is one. */
export interface Evidence {
  clock: string
  url: string | null
}

/** A quote, a point or a sentence, on one line. */
export interface Entry {
  text: string
  speaker: string | null
  evidence: Evidence | null
}

export type Section =
  | { kind: 'summary'; title: string; paragraphs: Entry[][] }
  | { kind: 'quotes' | 'points' | 'todos'; title: string; entries: Entry[] }

/** A line with its time, from the transcript or its headings. */
export interface TimedLine {
  evidence: Evidence | null
  runs: TextRun[]
}

/** Consecutive lines of one speaker. A transcript without times has no speakers, and one line per paragraph. */
export interface SpokenTurn {
  speaker: string | null
  lines: TimedLine[]
}

/** The content of an export, in any format. Empty parts are left out. */
export interface ExportDocument {
  title: string
  /** Too long for the regular size, so it is set smaller. */
  longTitle: boolean
  facts: string[]
  description: string[]
  /** One sentence if the transcript is machine-made and unreliable. */
  draftNotice: string | null
  sections: Section[]
  /** The headings of the transcript's parts. */
  chapters: TimedLine[]
  transcript: SpokenTurn[]
  /** When it was made and, on request, with which product. */
  footer: string[]
}

const DRAFT_NOTICE = 'Automatic transcript. May contain errors.'

/** Puts a microsite into the words and order shared by all formats. */
export function exportDocument(source: ExportSource, options: ExportOptions): ExportDocument {
  const { outline, transcriptInfo } = source
  const cite = citing(source.momentsOpenTo === 'readers' ? source.momentUrl : null)
  const entries = (items: OutlineItem[]): Entry[] =>
    items
      .map(({ text, speaker, moment }) => ({
        text: oneLine(text),
        speaker: speaker && oneLine(speaker),
        evidence: moment && cite(moment),
      }))
      .filter(({ text }) => text !== '')
  const sections: Section[] = [
    { kind: 'summary', title: 'Summary', paragraphs: summaryParagraphs(outline.summary).map(entries) },
    { kind: 'quotes', title: 'Key Quotes', entries: entries(outline.quotes) },
    { kind: 'points', title: 'Action Points', entries: entries(outline.action_points) },
    { kind: 'points', title: 'Important Points', entries: entries(outline.important_points) },
    { kind: 'todos', title: 'Todo List', entries: entries(outline.todo_list) },
  ]
  const title = oneLine(source.title) || 'Meeting Summary'
  return {
    title,
    longTitle: isLongTitle(title),
    facts: documentFacts(source).map(({ text }) => text),
    description: getParagraphs(source.description ?? ''),
    draftNotice: transcriptInfo?.draft ? oneLine(transcriptInfo.notice ?? DRAFT_NOTICE) : null,
    sections: sections.filter(
      (section) => (section.kind === 'summary' ? section.paragraphs : section.entries).length > 0,
    ),
    chapters: source.chapters.map(({ text, moment }) => ({
      evidence: cite(moment),
      runs: [{ text: oneLine(text), doubtful: false }],
    })),
    transcript: spokenTurns(source, cite),
    footer: [
      `Generated on ${options.now.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}`,
      ...(options.watermark ? [`Powered by ${BRAND.name}`] : []),
    ],
  }
}

type Cite = (moment: Pick<Moment, 'startMs'>) => Evidence

function citing(momentUrl: ExportSource['momentUrl']): Cite {
  return ({ startMs }) => ({ clock: formatClock(startMs), url: momentUrl?.(startMs) ?? null })
}

function spokenTurns({ segments, transcript }: ExportSource, cite: Cite): SpokenTurn[] {
  if (segments.length > 0) {
    return getTurns(segments, Infinity).map((turn) => ({
      speaker: turn.speaker && oneLine(turn.speaker),
      lines: turn.segments.map((segment) => ({
        evidence: cite({ startMs: segment.start_ms }),
        runs: textRuns(segment).map((run) => ({ ...run, text: oneLine(run.text) })),
      })),
    }))
  }
  const paragraphs = getParagraphs(transcript ?? '')
  return paragraphs.length === 0
    ? []
    : [{ speaker: null, lines: paragraphs.map((text) => ({ evidence: null, runs: [{ text, doubtful: false }] })) }]
}

/**
 * The summary's sentences by paragraph, as its author broke the lines; a sentence that spans lines has its timestamp
 * at its end.
 */
export function summaryParagraphs({ text, sentences }: MicrositeOutline['summary']): OutlineItem[][] {
  if (sentences.length === 0)
    return getParagraphs(text).map((paragraph) => [{ text: paragraph, speaker: null, moment: null }])
  const paragraphs: OutlineItem[][] = []
  let at = 0
  for (const sentence of sentences) {
    const start = text.indexOf(sentence.text, at)
    const pieces = getPieces(sentence)
    const [first, ...others] = pieces
    const current = paragraphs.at(-1)
    if (first !== undefined && current !== undefined && !text.slice(at, start).includes('\n')) current.push(first)
    else if (first !== undefined) paragraphs.push([first])
    paragraphs.push(...others.map((piece) => [piece]))
    at = start + sentence.text.length
  }
  return paragraphs
}

function getPieces({ text, speaker, moment }: OutlineItem): OutlineItem[] {
  const pieces = getParagraphs(text)
  return pieces.map((piece, index) => ({ text: piece, speaker, moment: index === pieces.length - 1 ? moment : null }))
}

/** The non-empty lines of a text. */
function getParagraphs(text: string): string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
}

/** A text without line breaks and repeated spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
