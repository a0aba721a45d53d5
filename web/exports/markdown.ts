import type { Entry, Evidence, ExportDocument, Section } from './export-document.ts'

/** Characters with a meaning within a line, in CommonMark or in importers' dialects. */
const INLINE = /[\\`*_[\]<>#~|$]|&(?=[#\w])|!(?=\[)/g
/** At a line's start: lists, rules and underlined headings. */
const AT_START = /^[-+=]|(?<=^\d{1,9})[.)]/

/** Characters at which a parser may end a URL. */
const ENDS_ADDRESS = /[()<>\\\s]/g

/**
 * Writes CommonMark for importing into Notion: summary, points and todos as checkboxes, each with its timestamp;
 * without quotes and transcript.
 */
export function markdown({ title, facts, description, draftNotice, sections, footer }: ExportDocument): string {
  const blocks = [
    `# ${escaped(title)}`,
    escaped(facts.join(' · ')),
    ...description.map(escaped),
    ...(draftNotice === null ? [] : [`> ${escaped(draftNotice)}`]),
    ...sections.flatMap(getBlocks),
    '---',
    ...footer.map(escaped),
  ]
  return `${blocks.join('\n\n')}\n`
}

function getBlocks(section: Section): string[] {
  if (section.kind === 'quotes') return []
  const heading = `## ${section.title}`
  if (section.kind === 'summary')
    return [heading, ...section.paragraphs.map((sentences) => sentences.map(withSource).join(' '))]
  const mark = section.kind === 'todos' ? '- [ ] ' : '- '
  return [heading, section.entries.map((entry) => mark + withSource(entry)).join('\n')]
}

function withSource({ text, speaker, evidence }: Entry): string {
  if (evidence === null) return escaped(text)
  return `${escaped(text)} (${speaker === null ? '' : `${escaped(speaker)}, `}${getTime(evidence)})`
}

function getTime({ clock, url }: Evidence): string {
  return url === null ? clock : `[${clock}](${url.replaceAll(ENDS_ADDRESS, percentEncoded)})`
}

function percentEncoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** One line of text, escaped so that it is parsed as plain text. */
function escaped(text: string): string {
  return text.replaceAll(INLINE, String.raw`\$&`).replace(AT_START, String.raw`\$&`)
}
