import { cleanTexts, type ExportOptions, type ExportSource } from './export-source.ts'
import {
  exportDocument,
  type Entry,
  type Evidence,
  type ExportDocument,
  type Section,
  type SpokenTurn,
  type TimedLine,
} from './export-document.ts'
import { htmlBody } from './html-body.ts'

/**
 * @returns a microsite for the clipboard: as unstyled elements, which Google Docs pastes as they are, and as plain
 * text.
 */
export function richText(source: ExportSource, options: ExportOptions): { html: string; text: string } {
  const document = exportDocument(cleanTexts(source), options)
  return { html: htmlBody(document).markup, text: plainText(document) }
}

/** The document as plain text. */
function plainText({
  title,
  facts,
  description,
  draftNotice,
  sections,
  chapters,
  transcript,
  footer,
}: ExportDocument): string {
  const head = [title, facts.join(' · '), ...description, ...(draftNotice === null ? [] : [draftNotice])]
  return `${[...head, ...sections.map(getSection), ...getTranscript(chapters, transcript), footer.join('\n')].join('\n\n')}\n`
}

function getSection(section: Section): string {
  return `${section.title}\n\n${getContent(section)}`
}

function getContent(section: Section): string {
  switch (section.kind) {
    case 'summary':
      return section.paragraphs.map((sentences) => sentences.map(withSource).join(' ')).join('\n\n')
    case 'quotes':
      return section.entries.map(getQuote).join('\n\n')
    case 'points':
      return section.entries.map((entry) => `• ${withSource(entry)}`).join('\n')
    case 'todos':
      return section.entries.map((entry) => `☐ ${withSource(entry)}`).join('\n')
  }
}

function getQuote({ text, speaker, evidence }: Entry): string {
  const source = getSource(speaker, evidence)
  return source === '' ? `“${text}”` : `“${text}”\n— ${source}`
}

function withSource({ text, speaker, evidence }: Entry): string {
  return evidence === null ? text : `${text} (${getSource(speaker, evidence)})`
}

function getSource(speaker: string | null, evidence: Evidence | null): string {
  return [...(speaker === null ? [] : [speaker]), ...(evidence === null ? [] : [evidence.clock])].join(', ')
}

function getTranscript(chapters: TimedLine[], turns: SpokenTurn[]): string[] {
  const text = turns.map(({ speaker, lines }) =>
    [...(speaker === null ? [] : [speaker]), ...lines.map(getLine)].join('\n'),
  )
  if (text.length === 0) return []
  const course = chapters.length === 0 ? [] : [['Chapters', ...chapters.map(getLine)].join('\n')]
  return [['Transcript', ...course, ...text].join('\n\n')]
}

function getLine({ evidence, runs }: TimedLine): string {
  return [...(evidence === null ? [] : [evidence.clock]), ...runs.map(({ text }) => text)].join(' ')
}
