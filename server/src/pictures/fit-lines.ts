/** Wrapped lines; `cut`: the text went on, and the last line ends with `…`. */
interface FittedLines {
  lines: string[]
  cut: boolean
}

/**
 * Wraps a text at its spaces, and inside a word that is wider than a line.
 * @param fits tells whether a line is narrow enough.
 */
export function fitLines(text: string, mostLines: number, fits: (line: string) => boolean): FittedLines {
  const rest = text.split(/\s+/).filter((word) => word !== '')
  const lines: string[] = []
  while (rest.length > 0 && lines.length < mostLines) lines.push(takeLine(rest, fits))
  if (rest.length === 0) return { lines, cut: false }
  return { lines: [...lines.slice(0, -1), shorten(lines.at(-1) ?? '', fits)], cut: true }
}

/** Takes as many words off the front as fit; a piece of the first one when not even that does. */
function takeLine(rest: string[], fits: (line: string) => boolean): string {
  let line = rest.shift() ?? ''
  if (!fits(line)) {
    const kept = longestPrefix(line, fits)
    if (kept !== line) rest.unshift(line.slice(kept.length))
    return kept
  }
  while (rest.length > 0 && fits(`${line} ${rest[0]}`)) line += ` ${rest.shift()}`
  return line
}

/** Whole characters as a reader sees them, at least one: nothing is left to wrap for ever. */
function longestPrefix(word: string, fits: (line: string) => boolean): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (kept !== '' && !fits(kept + segment)) return kept
    kept += segment
  }
  return kept
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  while (characters.length > 1 && !fits(`${characters.join('')}…`)) characters.pop()
  return `${characters.join('').replace(/[\s,;:–—-]+$/, '')}…`
}
