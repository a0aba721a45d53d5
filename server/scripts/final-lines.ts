import type { Readable } from 'node:stream'

/** What moves the cursor, clears or hides; colours (which end with `m`) stay. */
// oxlint-disable-next-line no-control-regex
const CURSOR = /\u001B\[[?\d;]*[A-Za-ln-z]/g

/**
 * The lines of a program's output as a terminal shows them in the end: of what was written over itself, as a progress
 * display does many times a second, only the last.
 * @param stream UTF-8.
 */
export async function* finalLines(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${text}`.split('\n')
    const begun = lines.pop() ?? ''
    // What is written over already is not kept: a display may go on for hours without a line's end.
    rest = begun.slice(Math.max(0, begun.lastIndexOf('\r')))
    yield* lines.map(shown)
  }
  const last = shown(rest)
  if (last !== '') yield last
}

function shown(line: string): string {
  const written = line.replace(/\r$/, '')
  return written.slice(written.lastIndexOf('\r') + 1).replaceAll(CURSOR, '')
}
