import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installActivityModel, installTransducer, installWhisper } from './stand-in-speech.testing.ts'
import { writeWav } from '../speakers/spoken-call.testing.ts'
import { createMemoryCache } from '../transcription/memory.testing.ts'
import { createSherpaTranscriber } from './transcriber.ts'

/** A tone with all its overtones. */
interface Tone {
  hz: number
  fromSeconds: number
  toSeconds: number
  loudness?: number
}

const RATE = 16_000
const [DEEP_HZ, HIGH_HZ] = [150, 3000]
/** The voice detection looks at 32 ms at a time. */
const NEAR_MS = 100

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sherpa-hears-'))
})
afterAll(() => rm(root, { recursive: true }))

/** What is heard in tones with silence around them, and how far it was after each report. */
async function hear(install: typeof installWhisper, seconds: number, tones: readonly Tone[]) {
  const folder = await mkdtemp(join(root, 'models-'))
  const sound = new Float32Array(seconds * RATE)
  for (const { hz, fromSeconds, toSeconds, loudness = 8000 } of tones) {
    for (let i = fromSeconds * RATE; i < toSeconds * RATE; i += 1)
      sound[i] = loudness * (((2 * hz * i) / RATE) % 2) - loudness
  }
  const wavPath = await writeWav(join(folder, 'sound.wav'), sound)
  const engine = createSherpaTranscriber({
    modelsFolder: folder,
    models: [await installActivityModel(folder), await install(folder)],
  })
  const done: number[] = []
  const input = {
    wavPath,
    durationMs: seconds * 1000,
    language: 'en',
    workFolder: folder,
    hints: null,
    memory: createMemoryCache(),
  }
  return {
    ...(await engine.transcribe(input, { signal: new AbortController().signal, onProgress: (ms) => done.push(ms) })),
    done,
  }
}

function isNear(ms: number | undefined, expectedMs: number): boolean {
  return Math.abs((ms ?? Infinity) - expectedMs) <= NEAR_MS
}

describe('test models that take any loud sound for speech, run by the real library', () => {
  test('are given each stretch of sound at its time, and what they hear of it becomes a line', async () => {
    const { segments, info, done } = await hear(installWhisper, 40, [
      { hz: DEEP_HZ, fromSeconds: 1, toSeconds: 3 },
      { hz: HIGH_HZ, fromSeconds: 29, toSeconds: 33 },
    ])
    expect(segments.map(({ id, text, speaker }) => [id, text, speaker])).toEqual([
      ['s1', 'A deep voice.', null],
      ['s2', 'A high voice.', null],
    ])
    expect(
      segments.map(
        ({ start_ms, end_ms }, i) => isNear(start_ms, [1000, 29_000][i] ?? 0) && isNear(end_ms, [3000, 33_000][i] ?? 0),
      ),
    ).toEqual([true, true])
    expect(info).toEqual({ source: 'sherpa', draft: false, language: 'en', notice: null })
    expect(done).toEqual([30_000, 40_000])
  })

  test('are given stretches that a third of a second parts, and not the knocks in between', async () => {
    const tones = [
      [1, 2],
      [2.15, 3],
      [3.4, 4],
      [5, 5.1],
    ].map(([fromSeconds = 0, toSeconds = 0]) => ({ hz: DEEP_HZ, fromSeconds, toSeconds }))
    const { segments } = await hear(installWhisper, 7, tones)
    expect(
      segments.map(({ start_ms, end_ms }, i) => [
        isNear(start_ms, [1000, 3400][i] ?? 0),
        isNear(end_ms, [3000, 4000][i] ?? 0),
      ]),
    ).toEqual([
      [true, true],
      [true, true],
    ])
  })

  test('are given a minute without a pause in pieces, so that nothing of it is lost', async () => {
    const { segments } = await hear(installWhisper, 72, [
      { hz: DEEP_HZ, fromSeconds: 1, toSeconds: 31 },
      { hz: HIGH_HZ, fromSeconds: 31, toSeconds: 71 },
    ])
    expect(segments.map(({ text }) => text)).toEqual(['A deep voice.', 'A high voice.', 'A high voice.'])
    expect(segments.every(({ start_ms, end_ms }) => end_ms - start_ms < 30_000)).toBe(true)
    expect(
      segments.slice(1).map(({ start_ms }, i) => start_ms - (segments[i]?.end_ms ?? 0)),
      'no gaps',
    ).toEqual([0, 0])
    expect(isNear(segments.at(-1)?.end_ms, 71_000)).toBe(true)
  })

  test('that report when a word begins give lines with timed words', async () => {
    const { segments } = await hear(installTransducer, 6, [
      { hz: DEEP_HZ, fromSeconds: 1, toSeconds: 3, loudness: 6000 },
      { hz: DEEP_HZ, fromSeconds: 3, toSeconds: 5, loudness: 24_000 },
    ])
    expect(segments).toHaveLength(1)
    const [line] = segments
    expect(line?.text).toBe('good morning')
    expect(line?.words?.map(({ text }) => text)).toEqual(['good', 'morning'])
    expect(
      isNear(line?.start_ms, 1000) && isNear(line?.words?.[0]?.start_ms, 3000),
      'the models speak when it gets loud',
    ).toBe(true)
  })

  test('hear nothing in silence', async () => {
    expect((await hear(installTransducer, 5, [])).segments).toEqual([])
  })
})
