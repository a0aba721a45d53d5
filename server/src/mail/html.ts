const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The HTML part of a plain mail: its paragraphs and line breaks, with http(s) addresses as links. */
export function textToHtml(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return paragraphs
    .map((paragraph) => `<p>${linkAddresses(escapeHtml(paragraph)).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

function linkAddresses(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)
}
