const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g
/** The time at the end of a line: "… (Marcus, 0:31)". */
const CLOCK = /((?:\d+:)?\d{1,2}:\d{2})(?=\)$)/

/**
 * The email as rich text: paragraphs, lists made of lines that begin with a dash, URLs as links.
 * @param moments URLs of the times that may end a line, by time ("0:31").
 */
export function emailHtml(text: string, moments: ReadonlyMap<string, string>): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => blocks(paragraph, moments))
    .join('')
}

function blocks(paragraph: string, moments: ReadonlyMap<string, string>): string {
  let html = ''
  let plain: string[] = []
  let points: string[] = []
  const close = () => {
    if (plain.length > 0) html += `<p dir="auto">${plain.join('<br>')}</p>`
    if (points.length > 0) html += `<ul>${points.map((point) => `<li dir="auto">${point}</li>`).join('')}</ul>`
    plain = []
    points = []
  }
  for (const line of paragraph.split('\n')) {
    const point = /^\s*[-•]\s+(.*)$/.exec(line)?.[1]
    if ((point === undefined ? points : plain).length > 0) close()
    if (point === undefined) plain.push(inline(line, moments))
    else points.push(inline(point, moments))
  }
  close()
  return html
}

function inline(line: string, moments: ReadonlyMap<string, string>): string {
  const escaped = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
  const link = (address: string, words: string) => `<a href="${escaped(address)}">${escaped(words)}</a>`
  const clock = CLOCK.exec(line)
  const moment = clock === null ? undefined : moments.get(clock[0])
  if (clock !== null && moment !== undefined) {
    return (
      inline(line.slice(0, clock.index), new Map()) +
      link(moment, clock[0]) +
      escaped(line.slice(clock.index + clock[0].length))
    )
  }
  let html = ''
  let end = 0
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    html += escaped(line.slice(end, index)) + link(address, address)
    end = index + address.length
  }
  return html + escaped(line.slice(end))
}
