import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDescendants } from '../process/peak-memory.testing.ts'
import { installActivityModel, installTransducer, installWhisper } from './speech-test-models.testing.ts'
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
/** The voice detection reads 32 ms at a time. */
const NEAR_MS = 100

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sherpa-hears-'))
})
afterAll(() => rm(root, { recursive: true }))

/** Two seconds of sound in every ten. */
const TALK = (seconds: number) =>
  Array.from({ length: seconds / 10 }, (_, i) => ({
    hz: i % 2 === 0 ? DEEP_HZ : HIGH_HZ,
    fromSeconds: 10 * i + 1,
    toSeconds: 10 * i + 3,
  }))

/** Models, and tones surrounded by silence. */
async function prepare(install: typeof installWhisper, seconds: number, tones: readonly Tone[]) {
  const folder = await mkdtemp(join(root, 'models-'))
  const sound = new Float32Array(seconds * RATE)
  for (const { hz, fromSeconds, toSeconds, loudness = 8000 } of tones) {
    for (let i = fromSeconds * RATE; i < toSeconds * RATE; i += 1)
      sound[i] = loudness * (((2 * hz * i) / RATE) % 2) - loudness
  }
  const models = [await installActivityModel(folder), await install(folder)]
  const input = {
    wavPath: await writeWav(join(folder, 'sound.wav'), sound),
    durationMs: seconds * 1000,
    language: 'en',
    workFolder: folder,
    hints: null,
    memory: createMemoryCache(),
  }
  return { modelsFolder: folder, models, input }
}

/** The transcript of tones, and the position at each report. */
async function transcribe(install: typeof installWhisper, seconds: number, tones: readonly Tone[]) {
  const { input, ...options } = await prepare(install, seconds, tones)
  const done: number[] = []
  return {
    ...(await createSherpaTranscriber(options).transcribe(input, {
      signal: new AbortController().signal,
      onProgress: (ms) => done.push(ms),
    })),
    done,
  }
}

function isNear(ms: number | undefined, expectedMs: number): boolean {
  return Math.abs((ms ?? Infinity) - expectedMs) <= NEAR_MS
}

describe('test models that take any loud sound for speech, run by the real library', () => {
  test('get each sound at its time, and their text of it becomes a line', async () => {
    const { segments, info, done } = await transcribe(installWhisper, 40, [
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

  test('get sounds that are a third of a second apart, and no knocks in between', async () => {
    const tones = [
      [1, 2],
      [2.15, 3],
      [3.4, 4],
      [5, 5.1],
    ].map(([fromSeconds = 0, toSeconds = 0]) => ({ hz: DEEP_HZ, fromSeconds, toSeconds }))
    const { segments } = await transcribe(installWhisper, 7, tones)
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

  test('get a minute without a pause in pieces, so that nothing is lost', async () => {
    const { segments } = await transcribe(installWhisper, 72, [
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

  test('with word times return lines with timed words', async () => {
    const { segments } = await transcribe(installTransducer, 6, [
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

  test('resume at the last transcribed piece after their process ended, and transcribe nothing twice', async () => {
    const { input, ...options } = await prepare(installWhisper, 240, TALK(240))
    const engine = createSherpaTranscriber(options)
    const run = async (given: typeof input, endAtMs = Infinity) => {
      const ending = new AbortController()
      const done: number[] = []
      const onProgress = (ms: number) => {
        done.push(ms)
        if (ms >= endAtMs) ending.abort(new Error('ended'))
      }
      const transcript = await engine.transcribe(given, { signal: ending.signal, onProgress }).catch(() => null)
      return { segments: transcript?.segments, done }
    }
    const whole = await run({ ...input, memory: createMemoryCache() })
    expect(whole.segments).toHaveLength(24)
    expect(await run(input, 150_000)).toMatchObject({ segments: undefined })
    const kept = input.memory.parts.size
    expect(kept).toBeGreaterThanOrEqual(2)
    const again = await run(input)
    expect(again.segments?.map(({ text }) => text)).toEqual(whole.segments?.map(({ text }) => text))
    const near = again.segments?.every(({ start_ms }, i) => isNear(start_ms, whole.segments?.[i]?.start_ms ?? 0))
    expect(near, 'each at its time').toBe(true)
    expect(again.done[0]).toBeGreaterThan(120_000)
    expect((await run(input)).done.length, 'what is left behind the last piece').toBeLessThan(3)

    input.memory.parts.set('sherpa-0', { ...(input.memory.parts.get('sherpa-0') as object), model: 'another' })
    expect((await run(input)).done[0], 'what another model heard is not this one’s').toBeLessThanOrEqual(30_000)
  })

  test('use no more memory for an hour than for a minute', async () => {
    const { input, ...options } = await prepare(installWhisper, 60, TALK(60))
    const engine = createSherpaTranscriber(options)
    const run = async (durationMs: number) => {
      // After its last word the call is silent, and uses no disk space.
      await truncate(input.wavPath, 44 + durationMs * 2 * (RATE / 1000))
      let peakBytes = 0
      const onProgress = () => {
        const workers = getDescendants(process.pid).filter(({ command }) => command.includes('transcriber-worker'))
        peakBytes = Math.max(peakBytes, ...workers.map((worker) => worker.peakBytes))
      }
      const given = { ...input, durationMs, memory: createMemoryCache() }
      const { segments } = await engine.transcribe(given, { signal: new AbortController().signal, onProgress })
      expect(segments).toHaveLength(6)
      return peakBytes
    }
    const minute = await run(60_000)
    expect(minute).toBeGreaterThan(0)
    // Loaded at once, the hour is 115 MB, and 230 MB as numbers for the models.
    expect((await run(3_600_000)) - minute).toBeLessThan(100e6)
  })

  test('find nothing in silence', async () => {
    expect((await transcribe(installTransducer, 5, [])).segments).toEqual([])
  })
})
