import type { Entry, Evidence, ExportDocument, Section, SpokenTurn, TimedLine } from './export-document.ts'

/** The document as plain elements that work without any style, as word processors accept them from the clipboard. */
export function htmlBody({
  title,
  longTitle,
  facts,
  description,
  draftNotice,
  sections,
  chapters,
  transcript,
  footer,
}: ExportDocument): Html {
  return html`<header><h1 dir="auto"${longTitle ? html` class="long"` : null}>${title}</h1>
<p class="facts">${facts.join(' · ')}</p>
${description.map((text) => html`<p class="description" dir="auto">${text}</p>\n`)}${draftNotice && html`<p class="notice">${draftNotice}</p>\n`}</header>
${sections.map(getSection)}${transcript.length === 0 ? null : getTranscript(chapters, transcript)}<footer>${footer.map((line) => html`<p>${line}</p>\n`)}</footer>
`
}

function getSection(section: Section): Html {
  return html`<section class="${section.kind}"><h2>${section.title}</h2>
${getContent(section)}</section>
`
}

function getContent(section: Section): Html {
  switch (section.kind) {
    case 'summary':
      return html`${section.paragraphs.map((sentences) => html`<p dir="auto">${sentences.map((sentence) => html`${withSource(sentence)} `)}</p>\n`)}`
    case 'quotes':
      return html`${section.entries.map(getQuote)}`
    case 'points':
      return html`<ul>${section.entries.map((entry) => html`<li dir="auto">${withSource(entry)}</li>\n`)}</ul>\n`
    case 'todos':
      return html`<ul>${section.entries.map((entry) => html`<li dir="auto">☐ ${withSource(entry)}</li>\n`)}</ul>\n`
  }
}

function getQuote({ text, speaker, evidence }: Entry): Html {
  const source = getSource(speaker, evidence)
  return html`<blockquote dir="auto"><p>“${text}”</p>
${source && html`<p class="source">— ${source}</p>\n`}</blockquote>
`
}

function withSource({ text, speaker, evidence }: Entry): Html {
  const source = evidence && getSource(speaker, evidence)
  return source === null ? html`${text}` : html`${text} <span class="source">(${source})</span>`
}

function getSource(speaker: string | null, evidence: Evidence | null): Html | null {
  if (speaker === null) return evidence && getTime(evidence)
  return evidence === null ? html`<bdi>${speaker}</bdi>` : html`<bdi>${speaker}</bdi>, ${getTime(evidence)}`
}

function getTime({ clock, url }: Evidence): Html {
  return url === null ? html`<span class="time">${clock}</span>` : html`<a class="time" href="${url}">${clock}</a>`
}

function getTranscript(chapters: TimedLine[], turns: SpokenTurn[]): Html {
  return html`<section class="transcript"><h2>Transcript</h2>
${
  chapters.length === 0
    ? null
    : html`<div class="chapters"><h3>Chapters</h3>
${chapters.map(getLine)}</div>
`
}${turns.map(({ speaker, lines }) => html`${speaker && html`<p class="speaker" dir="auto"><b>${speaker}</b></p>\n`}${lines.map(getLine)}`)}</section>
`
}

function getLine({ evidence, runs }: TimedLine): Html {
  const said = runs.map(
    ({ text, doubtful }, index) => html`${index === 0 ? null : ' '}${doubtful ? html`<i>${text}</i>` : text}`,
  )
  return html`<p class="line" dir="auto">${evidence && html`${getTime(evidence)} `}${said}</p>
`
}

/** Markup with all text escaped. Created by `html`; by hand only from constants. */
interface Html {
  readonly markup: string
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A tag for markup templates: text is escaped, for elements and quoted attributes; null renders nothing. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[] | null)[]): Html {
  return { markup: parts.map((part, index) => part + getMarkup(values[index] ?? null)).join('') }
}

function getMarkup(value: string | Html | readonly Html[] | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
