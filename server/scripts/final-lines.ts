import type { Readable } from 'node:stream'

/** Escape codes that move the cursor, clear or hide; colours (which end with `m`) stay. */
// oxlint-disable-next-line no-control-regex
const CURSOR = /\u001B\[[?\d;]*[A-Za-ln-z]/g

/**
 * The lines of a program's output as a terminal finally shows them: of lines that are overwritten, as by a progress
 * display, only the last version.
 * @param stream UTF-8.
 */
export async function* finalLines(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${text}`.split('\n')
    const begun = lines.pop() ?? ''
    // Overwritten text is dropped: a progress display may run for hours without a newline.
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
