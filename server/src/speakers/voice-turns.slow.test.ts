import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { SpeakerTurn } from './diariser.ts'
import { mix, speakCall, writeWav, type ScriptedLine, type SpokenLine, type Voice } from './spoken-call.testing.ts'
import { voiceTurns } from './voice-turns.ts'

const VOICES = new Map<string, Voice>([
  ['Ann', { name: 'slt' }],
  ['Ben', { name: 'rms' }],
  ['Cat', { name: 'slt', shift: 0.88 }],
  ['Dee', { name: 'slt', shift: 0.98 }],
])
const TEXTS = [
  'Good afternoon, and thank you both for making the time today.',
  'My team answers around four thousand customer requests every month.',
  'I look after systems and security, so I will mostly ask about data.',
  'What made you start looking for a new tool this quarter?',
  'Honestly, the first answer takes about eleven hours, and our biggest customer complained.',
  'The warehouse managers have started to ask questions about it too.',
  'Every message arrives in one place, and goes to the right person.',
  'Does that work with the mailboxes that we have?',
  'And where is the data kept, if I may ask?',
]
const SCRIPT: ScriptedLine[] = [...TEXTS, ...TEXTS.toReversed()].map((text, i) => ({
  text,
  speaker: ['Ann', 'Ben', 'Cat'][[0, 1, 2, 0, 1, 0][i % 6] ?? 0] ?? 'Ann',
  pauseMs: i % 3 === 0 ? 150 : 450,
}))

let folder: string
const spoken = new Map<string, Float32Array>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-turns-'))
})
afterAll(() => rm(folder, { recursive: true }))

const signal = new AbortController().signal
const asHeard = ({ text, startMs, endMs }: SpokenLine): Segment => ({
  id: 's',
  start_ms: startMs,
  end_ms: endMs,
  speaker: null,
  text,
})

async function record(name: string, script: readonly ScriptedLine[]) {
  const { lines, tracks } = await speakCall(script, VOICES, folder, spoken)
  const wavPath = await writeWav(
    join(folder, `${name}.wav`),
    mix(...[...tracks.values()].map((samples) => ({ samples, gainDb: 0 }))),
  )
  return { lines, wavPath, segments: lines.map(asHeard) }
}

/**
 * Share of the time in which turns match the script, with each of their speakers mapped to the person they mostly
 * match.
 */
function purity(turns: readonly SpeakerTurn[], lines: readonly SpokenLine[]): number {
  const shared = new Map<string, Map<string, number>>()
  for (const turn of turns) {
    for (const line of lines) {
      const ms = Math.min(turn.endMs, line.endMs) - Math.max(turn.startMs, line.startMs)
      const row = shared.get(turn.speaker) ?? new Map<string, number>()
      if (ms > 0) shared.set(turn.speaker, row.set(line.speaker, (row.get(line.speaker) ?? 0) + ms))
    }
  }
  const sums = [...shared.values()].map((row) => [...row.values()])
  return sums.reduce((sum, row) => sum + Math.max(...row), 0) / sums.flat().reduce((sum, ms) => sum + ms, 0)
}

describe('the voices of a call', () => {
  let call: Awaited<ReturnType<typeof record>>
  beforeAll(async () => {
    call = await record('three', SCRIPT)
  })

  test.each([null, 3])(
    'are distinguished when %s of them are requested, and named in the order in which they first speak',
    async (count) => {
      const turns = await voiceTurns({ ...call, count }, signal)
      expect([...new Set(turns.map(({ speaker }) => speaker))]).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3'])
      expect(purity(turns, call.lines)).toBeGreaterThan(0.97)
    },
  )

  test('are distinguished within lines too', async () => {
    const whole: Segment = { id: 's', start_ms: 0, end_ms: call.lines.at(-1)?.endMs ?? 0, speaker: null, text: '' }
    expect(purity(await voiceTurns({ ...call, segments: [whole], count: 3 }, signal), call.lines)).toBeGreaterThan(0.9)
  })

  test('are as many as the owner says', async () => {
    const speakers = async (count: number) =>
      new Set((await voiceTurns({ ...call, count }, signal)).map(({ speaker }) => speaker)).size
    expect([await speakers(1), await speakers(2)]).toEqual([1, 2])
  })
})

test('more than three voices and voices that are too alike give no turns, whatever number is given', async () => {
  const alike = await record(
    'alike',
    SCRIPT.slice(0, 8).map((line, i) => ({ ...line, speaker: i % 2 === 0 ? 'Ann' : 'Dee' })),
  )
  for (const count of [2, 4]) expect(await voiceTurns({ ...alike, count }, signal)).toEqual([])
})

test('a single voice, a few words and silence give no turns', async () => {
  const single = await record(
    'one',
    SCRIPT.map((line) => ({ ...line, speaker: 'Ann' })),
  )
  expect(await voiceTurns({ ...single, count: null }, signal)).toEqual([])
  const short = await record('short', SCRIPT.slice(0, 3))
  expect(await voiceTurns({ ...short, count: null }, signal)).toEqual([])
  const segments: Segment[] = [{ id: 's', start_ms: 0, end_ms: 30_000, speaker: null, text: '' }]
  const wavPath = await writeWav(join(folder, 'silent.wav'), new Float32Array(16_000 * 30))
  expect(await voiceTurns({ wavPath, segments, count: null }, signal)).toEqual([])
})

test('stops when it is canceled', async () => {
  const call = await record('off', SCRIPT.slice(0, 4))
  await expect(voiceTurns({ ...call, count: 2 }, AbortSignal.abort())).rejects.toThrow()
})
