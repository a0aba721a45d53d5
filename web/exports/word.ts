import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  Packer,
  Paragraph,
  Tab,
  TabStopType,
  TextRun,
  type IParagraphOptions,
  type IRunOptions,
} from 'docx'
import { isRightToLeft, getRuns } from './bidi.ts'
import type { Entry, Evidence, ExportDocument, Section, TimedLine } from './export-document.ts'
import {
  BOX,
  BULLETS,
  LONG_TITLE,
  MUTED,
  pageNumbers,
  QUOTE,
  QUOTE_RIGHT_TO_LEFT,
  SMALL,
  STYLES,
  TIME_COLUMN,
} from './word-style.ts'

/** @returns a Word document. Its library is large: import this file only when a document is requested. */
export function wordFile(content: ExportDocument): Promise<Blob> {
  const children = [
    ...getHead(content),
    ...content.sections.flatMap(getSection),
    ...getTranscript(content),
    ...getFooter(content.footer),
  ]
  return Packer.toBlob(
    new Document({
      title: content.title,
      creator: '',
      lastModifiedBy: '',
      styles: STYLES,
      numbering: BULLETS,
      sections: [{ footers: { default: pageNumbers() }, children }],
    }),
  )
}

function getHead({ title, longTitle, facts, description, draftNotice }: ExportDocument): Paragraph[] {
  return [
    plain(title, { heading: HeadingLevel.TITLE }, longTitle ? LONG_TITLE : {}),
    plain(facts.join(' · '), { spacing: { after: 200 } }, SMALL),
    ...description.map((text) => plain(text, {}, { color: MUTED })),
    ...(draftNotice === null ? [] : [plain(draftNotice, { border: BOX })]),
  ]
}

function getSection(section: Section): Paragraph[] {
  const heading = plain(section.title, { heading: HeadingLevel.HEADING_1 })
  switch (section.kind) {
    case 'summary':
      return [heading, ...section.paragraphs.map(sentencesParagraph)]
    case 'quotes':
      return [heading, ...section.entries.flatMap(getQuote)]
    case 'points':
    case 'todos':
      return [
        heading,
        ...section.entries.map((entry) =>
          paragraph(entry.text, { numbering: { reference: section.kind, level: 0 }, keepLines: true }, (textRuns) =>
            withSource(entry, textRuns),
          ),
        ),
      ]
  }
}

function sentencesParagraph(sentences: Entry[]): Paragraph {
  return paragraph(sentences[0]?.text ?? '', {}, (textRuns) =>
    sentences.flatMap((sentence, index) => [...(index === 0 ? [] : textRuns(' ')), ...withSource(sentence, textRuns)]),
  )
}

function getQuote({ text, speaker, evidence }: Entry): Paragraph[] {
  const hasSource = speaker !== null || evidence !== null
  const layout = isRightToLeft(text) ? QUOTE_RIGHT_TO_LEFT : QUOTE
  const quote = plain(
    `“${text}”`,
    { ...layout, keepLines: true, keepNext: hasSource, spacing: { after: hasSource ? 0 : 200 } },
    { size: 24 },
  )
  if (!hasSource) return [quote]
  const source = (textRuns: TextRuns): Child[] => [...textRuns('— ', SMALL), ...getSource(speaker, evidence, textRuns)]
  return [quote, paragraph(text, { ...layout, spacing: { after: 200 } }, source)]
}

function getTranscript({ chapters, transcript }: ExportDocument): Paragraph[] {
  if (transcript.length === 0) return []
  return [
    plain('Transcript', { heading: HeadingLevel.HEADING_1, pageBreakBefore: true }),
    ...(chapters.length === 0 ? [] : linesUnder('Chapters', chapters)),
    ...transcript.flatMap(({ speaker, lines }) => linesUnder(speaker, lines)),
  ]
}

function linesUnder(heading: string | null, lines: TimedLine[]): Paragraph[] {
  return [
    ...(heading === null
      ? []
      : [plain(heading, { keepNext: true, spacing: { before: 200, after: 40 } }, { bold: true })]),
    ...lines.map(getLine),
  ]
}

function getLine({ evidence, runs }: TimedLine): Paragraph {
  const layout: IParagraphOptions =
    evidence === null
      ? {}
      : {
          indent: { left: TIME_COLUMN, hanging: TIME_COLUMN },
          tabStops: [{ type: TabStopType.LEFT, position: TIME_COLUMN }],
        }
  return paragraph(runs.map(({ text }) => text).join(' '), { ...layout, spacing: { after: 60 } }, (textRuns) => [
    ...(evidence === null ? [] : [getTime(evidence), new TextRun({ children: [new Tab()] })]),
    ...runs.flatMap(({ text, doubtful }, index) =>
      textRuns(index === 0 ? text : ` ${text}`, doubtful ? { color: MUTED, italics: true } : {}),
    ),
  ])
}

function getFooter(footer: string[]): Paragraph[] {
  return footer.map((text, index) => plain(text, { spacing: { before: index === 0 ? 480 : 0, after: 0 } }, SMALL))
}

function withSource({ text, speaker, evidence }: Entry, textRuns: TextRuns): Child[] {
  if (evidence === null) return textRuns(text)
  return [
    ...textRuns(text),
    ...textRuns(' (', SMALL),
    ...getSource(speaker, evidence, textRuns),
    ...textRuns(')', SMALL),
  ]
}

function getSource(speaker: string | null, evidence: Evidence | null, textRuns: TextRuns): Child[] {
  if (evidence === null) return textRuns(speaker ?? '', SMALL)
  return speaker === null ? [getTime(evidence)] : [...textRuns(`${speaker}, `, SMALL), getTime(evidence)]
}

function getTime({ clock, url }: Evidence): Child {
  if (url === null) return new TextRun({ ...SMALL, text: clock })
  return new ExternalHyperlink({
    link: url,
    children: [new TextRun({ text: clock, style: 'Hyperlink', size: SMALL.size })],
  })
}

type Child = TextRun | ExternalHyperlink
/** Runs of a text, split by direction within its paragraph. */
type TextRuns = (text: string, look?: IRunOptions) => Child[]

function plain(text: string, options: IParagraphOptions, look: IRunOptions = {}): Paragraph {
  return paragraph(text, options, (textRuns) => textRuns(text, look))
}

/** A paragraph in the direction of its text. */
function paragraph(text: string, options: IParagraphOptions, children: (textRuns: TextRuns) => Child[]): Paragraph {
  const rightToLeft = isRightToLeft(text)
  const textRuns: TextRuns = (text, look = {}) =>
    getRuns(text, rightToLeft).map(
      (run) => new TextRun({ ...look, text: run.text, ...(run.rightToLeft && { rightToLeft: true }) }),
    )
  return new Paragraph({ ...options, ...(rightToLeft && { bidirectional: true }), children: children(textRuns) })
}
