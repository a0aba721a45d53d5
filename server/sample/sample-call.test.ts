import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

test('the sample call has captions with every word, in order and without overlaps', () => {
  const cues = [...read('sample-call.vtt').matchAll(/^(\S+) --> (\S+)\n<v \w+>(.*)<\/v>$/gm)]
  expect(words(cues.map(([, , , text]) => text).join(' '))).toEqual(words(read('sample-call.txt')))
  const times = cues.flatMap(([, start = '', end = '']) => [start, end])
  expect(times).toEqual(times.toSorted())
})

test('the sample call is small enough for the repository', () => {
  expect(statSync(join(import.meta.dirname, 'sample-call.mp4')).size).toBeLessThan(3_000_000)
})
