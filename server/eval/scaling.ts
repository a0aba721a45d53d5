import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { chunksOf, chunkWords } from '../src/microsites/search-text.ts'
import { TASKS } from '../src/tasks/tasks.ts'
import { readCaptions } from '../src/transcription/read-transcript.ts'

/** Run as a process: how the processor time of each step grows with a transcript, as a line of JSON for each measurement. */

/** GROWTH_MOST ends it earlier. */
const LINES = [1000, 2000, 4000, 8000, 16_000, 32_000].filter(
  (lines) => lines <= Number(process.env['GROWTH_MOST'] ?? Infinity),
)
/** A series ends when a size took longer: what comes next would take minutes. */
const ENOUGH_MS = 8000
const LINE_MS = 900
const SAID = [
  'I will send you the contract for plan N by Friday.',
  'The yearly price of N teams is too high for us.',
  'Can you show how the export works, N times?',
  'We decided to start in March with N seats.',
]

const given = { title: null, description: null, draft: false, language: null, date: '2026-03-02' }
// The first rounds wake the compiler.
for (const speakers of ['few', 'few', 'many'] as const) await measure(500, speakers)
for (const speakers of ['few', 'many'] as const) {
  for (const lines of LINES) {
    const times = await measure(lines, speakers)
    console.log(JSON.stringify({ speakers, lines, times }))
    if (Math.max(...Object.values(times)) > ENOUGH_MS) break
  }
}

async function measure(lines: number, speakers: 'few' | 'many') {
  const text = captions(lines, (i) => (speakers === 'few' ? `Person ${'ABC'.charAt(i % 3)}` : `Person${i} Reed`))
  const times: Record<string, number> = {}
  async function timed<T>(step: string, run: () => Promise<T> | T): Promise<T> {
    const before = process.cpuUsage().user
    const result = await run()
    times[step] = (process.cpuUsage().user - before) / 1000
    return result
  }
  const cues = await timed('read captions', () => readCaptions(text))
  const segments: Segment[] = await timed('join cues', () => TASKS.mergeCues(cues))
  const draft = await timed('recap by rules', () => TASKS.extract({ ...given, segments }))
  await timed('verification', () => TASKS.verify({ draft, segments, writtenIn: 'en', date: given.date }))
  await timed('search index', () => chunksOf(segments).map(chunkWords))
  return times
}

function captions(lines: number, nameOf: (index: number) => string): string {
  const cues = Array.from({ length: lines }, (_, i) => {
    const said = (SAID[i % SAID.length] ?? '').replace('N', String(i))
    return `${stamp(i)} --> ${stamp(i + 1)}\n<v ${nameOf(i)}>${said}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

function stamp(index: number): string {
  return new Date(index * LINE_MS).toISOString().slice(11, 23)
}
