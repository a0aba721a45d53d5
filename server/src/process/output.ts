import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Collects a stream up to `limit` bytes; beyond that it calls `onTooMuch` and drops the rest. @returns the collected
 * bytes.
 */
export function collectWhole(stream: Readable | null, limit: number, onTooMuch: () => void): () => string {
  const parts: Buffer[] = []
  let size = 0
  stream?.on('data', (part: Buffer) => {
    size += part.length
    if (size > limit) onTooMuch()
    else parts.push(part)
  })
  return () => Buffer.concat(parts).toString('utf8')
}

/** Keeps the last `limit` bytes of a stream. @returns those bytes. */
export function collectTail(stream: Readable | null, limit: number): () => string {
  let tail: Buffer = Buffer.alloc(0)
  stream?.on('data', (part: Buffer) => {
    tail = Buffer.concat([tail, part]).subarray(-limit)
  })
  return () => tail.toString('utf8')
}

/**
 * Passes a stream on line by line; a line longer than `limit` calls `onTooMuch`. @returns an empty text, as nothing
 * is kept.
 */
export function splitLines(
  stream: Readable | null,
  limit: number,
  onLine: (line: string) => void,
  onTooMuch: () => void,
): () => string {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  stream?.on('data', (part: Buffer) => {
    const lines = (rest + decoder.write(part)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
    if (rest.length > limit) {
      rest = ''
      onTooMuch()
    }
  })
  stream?.on('end', () => {
    if (rest !== '') onLine(rest)
  })
  return () => ''
}
