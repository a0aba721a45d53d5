import { open, readFile } from 'node:fs/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { readSamples, SAMPLE_RATE } from '../media/wav.ts'
import { earlySpeechFolder } from '../storage/keys.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { withoutText } from '../transcription/no-text.ts'
import { readEarlyParts } from './early-parts.ts'
import { FULL_ORDER, TEXT_ONLY_ORDER } from './order.ts'
import { createPipeline } from './pipeline.ts'
import { keepRecording, openPipelineFixture, type PipelineFixture } from './pipeline-fixture.testing.ts'
import { transcribeArrived, type EarlySpeechRequest } from './transcribe-arrived.ts'

/** A three-second tone every four seconds, each ten hertz higher than the one before. */
const TONES = "aevalsrc='0.5*sin(2*PI*(200+10*floor(t/4))*t)*lt(mod(t,4),3)':s=48000:d=300"
const OTHER_TONES = "aevalsrc='0.02*sin(2*PI*300*t)*lt(mod(t,7),5)':s=48000:d=300"
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=5:duration=300']
const WEBM = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '20', '-c:a', 'libopus', '-f', 'webm']
const MP4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac']

let fixture: PipelineFixture
let bytes: Record<'webm' | 'fragmented' | 'faststart' | 'indexLast' | 'other', Buffer>
let uploads = 0
let key: string
beforeAll(async () => {
  fixture = await openPipelineFixture()
  const { fixtures } = fixture
  const sound = (tones: string) => [...PICTURE, '-f', 'lavfi', '-i', tones]
  const webm = await fixtures.pipe('call.webm', ...sound(TONES), ...WEBM, '-live', '1')
  const faststart = await fixtures.make('call.mp4', ...sound(TONES), ...MP4, '-movflags', '+faststart')
  const copy = ['-i', faststart, '-c', 'copy']
  bytes = {
    webm: await readFile(webm),
    faststart: await readFile(faststart),
    fragmented: await readFile(await fixtures.make('f.mp4', ...copy, '-movflags', 'frag_keyframe+empty_moov')),
    indexLast: await readFile(await fixtures.make('l.mp4', ...copy)),
    other: await readFile(await fixtures.pipe('other.webm', ...sound(OTHER_TONES), ...WEBM, '-live', '1')),
  }
}, 240_000)
afterAll(() => fixture.close())
beforeEach(() => {
  uploads += 1
  key = `u/meetings/u/${uploads}.webm`
})

/** Transcribes the tones as lines that name their pitch, and counts the audio it received. */
function toneEngine(name: Transcriber['name'] = 'openai') {
  const engine = {
    name,
    transcribedMs: 0,
    befores: [] as (string | undefined)[],
    status: async () => ({ name, ready: true, sends_to: null, note: null, cost_ratio: 1 }),
    async transcribe({ wavPath, durationMs, before }, { signal }) {
      engine.transcribedMs += durationMs
      engine.befores.push(before)
      const silences = await fixture.parts.media.silences(wavPath, { signal })
      const starts = [0, ...silences.map(({ endMs }) => endMs)]
      const ends = [...silences.map(({ startMs }) => startMs), durationMs]
      const wav = await open(wavPath)
      const segments: Segment[] = []
      for (const [index, start_ms] of starts.entries()) {
        const end_ms = ends[index] ?? durationMs
        if (end_ms - start_ms < 500) continue
        const samples = await readSamples(wav, start_ms + 100, 400)
        const crossings = samples.reduce(
          (sum, sample, i) => sum + (sample >= 0 !== (samples[i - 1] ?? 0) >= 0 ? 1 : 0),
          0,
        )
        const pitch = Math.round(crossings / 2 / (samples.length / SAMPLE_RATE) / 10) * 10
        segments.push({ id: `s${segments.length + 1}`, start_ms, end_ms, speaker: null, text: `Tone ${pitch}` })
      }
      await wav.close()
      return { segments, info: { source: name, draft: false, language: 'en', notice: null } }
    },
  } satisfies Transcriber & { transcribedMs: number; befores: (string | undefined)[] }
  return engine
}

const request = (given: Partial<EarlySpeechRequest> = {}): EarlySpeechRequest => ({
  key,
  jobId: 'upload',
  hints: null,
  longestMs: null,
  mayTranscribe: async () => true,
  signal: new AbortController().signal,
  ...given,
})
const arrive = (file: Buffer, share: number) => fixture.storage.write(key, file.subarray(0, file.length * share))
const runWith = (engine: Transcriber, given?: Partial<EarlySpeechRequest>) =>
  transcribeArrived({ ...fixture.parts, transcribers: [engine] }, request(given))

/** Runs until the uploaded audio is used up. */
async function transcribeAll(engine: Transcriber): Promise<void> {
  for (;;) {
    const outcome = await runWith(engine)
    if (outcome.state === 'ended' || outcome.missingMs > 0) return
  }
}

/** The stored transcript of the upload. */
async function finish(engine: Transcriber, order = TEXT_ONLY_ORDER) {
  const sink = keepRecording()
  const id = `call-${uploads}`
  const call = { ...(await fixture.upload(await fixture.fixtures.write('whole', await stored()), key)), id }
  const parts = { ...fixture.parts, transcribers: [engine], diarisers: [] }
  const { signal } = new AbortController()
  await createPipeline(parts, order).process({ ...call, folder: `u/derived/${id}/` }, sink, { signal })
  return sink.page.transcript?.segments ?? []
}
const stored = () => fixture.storage.withLocalFile(key, (path) => readFile(path))

/** Lines without their ids, in tenths of a second. */
const roughly = (segments: readonly Segment[]) =>
  segments.map(({ text, start_ms, end_ms }) => `${text} ${Math.round(start_ms / 250)} ${Math.round(end_ms / 250)}`)

describe('a recording that is transcribed during its upload', () => {
  test.each(['webm', 'fragmented', 'faststart'] as const)(
    'as %s has the same lines as one transcribed at once, and leaves only its rest to transcribe',
    async (form) => {
      await arrive(bytes[form], 1)
      const atOnce = toneEngine()
      const expected = roughly(await finish(atOnce))
      expect(expected.length).toBe(75)
      uploads += 1
      key = `u/meetings/u/${uploads}.webm`
      const early = toneEngine()
      for (const share of [0.02, 0.4, 0.6, 0.8]) {
        await arrive(bytes[form], share)
        await transcribeAll(early)
      }
      expect(early.transcribedMs).toBeGreaterThan(150_000)
      await arrive(bytes[form], 1)
      const rest = toneEngine()
      expect(roughly(await finish(rest))).toEqual(expected)
      expect(rest.transcribedMs + early.transcribedMs).toBe(atOnce.transcribedMs)
      // The engine gets the last words said.
      expect(rest.befores[0]).toMatch(/Tone \d+$/)
      expect(early.befores[0]).toBeUndefined()
    },
  )

  test('continues at once when more than a part has arrived, even without a pause', async () => {
    await arrive(bytes.webm, 1)
    expect(await runWith(toneEngine())).toMatchObject({ state: 'continues', missingMs: 0 })
    uploads += 1
    key = `u/meetings/u/${uploads}.webm`
    const unbroken = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=240', '-c:a', 'libopus', '-f', 'webm']
    await arrive(await readFile(await fixture.fixtures.pipe('unbroken.webm', ...unbroken)), 1)
    const engine = toneEngine()
    expect(await runWith(engine)).toMatchObject({ state: 'continues', missingMs: 0 })
    expect(engine.transcribedMs).toBe(180_000)
  })

  test('leaves none of its parts once its page is made', async () => {
    await arrive(bytes.webm, 1)
    await runWith(toneEngine())
    expect(await fixture.storage.list(earlySpeechFolder(key))).not.toEqual([])
    await finish(toneEngine(), FULL_ORDER)
    expect(await fixture.storage.list(earlySpeechFolder(key))).toEqual([])
  })

  test('continues after the last stored part in any later process', async () => {
    await arrive(bytes.webm, 1)
    await runWith(toneEngine())
    const [first] = await readEarlyParts(fixture.storage, key)
    await runWith(toneEngine())
    const [again, second] = await readEarlyParts(fixture.storage, key)
    expect(again).toEqual(first)
    expect(second?.startMs).toBe(first?.endMs)
  })

  test('stores nothing when it is stopped during transcription, and leaves no file', async () => {
    await arrive(bytes.webm, 1)
    const ending = new AbortController()
    const engine = toneEngine()
    const ended: Transcriber = {
      ...engine,
      // An engine that ignores the signal.
      async transcribe(input, options) {
        ending.abort(new Error('discarded'))
        return engine.transcribe(input, { ...options, signal: new AbortController().signal })
      },
    }
    await expect(runWith(ended, { signal: ending.signal })).rejects.toThrow('discarded')
    expect(await readEarlyParts(fixture.storage, key)).toEqual([])
    expect(await fixture.leftovers()).toEqual([])
  })

  test('ends with the first part that may not be transcribed: no engine gets it', async () => {
    await arrive(bytes.webm, 1)
    const engine = toneEngine()
    expect(await runWith(engine, { mayTranscribe: async () => false })).toEqual({ state: 'ended' })
    expect(engine.transcribedMs).toBe(0)
  })
})

describe('discards an early transcript', () => {
  async function transcribedEarly(file: Buffer, engine = toneEngine()): Promise<void> {
    await arrive(file, 0.7)
    await transcribeAll(engine)
    expect(await readEarlyParts(fixture.storage, key)).not.toEqual([])
  }

  test('when the whole file has different audio', async () => {
    await transcribedEarly(bytes.other)
    await arrive(bytes.webm, 1)
    const whole = toneEngine()
    expect((await finish(whole)).length).toBe(75)
    expect(whole.transcribedMs).toBeGreaterThan(299_000)
  })

  test('when another engine is in use by then', async () => {
    await transcribedEarly(bytes.webm)
    await arrive(bytes.webm, 1)
    const whole = toneEngine('sherpa')
    await finish(whole)
    expect(whole.transcribedMs).toBeGreaterThan(299_000)
  })
})

describe('transcribes nothing early', () => {
  test('of an MP4 with its index at the end; its page has every line', async () => {
    const engine = toneEngine()
    await arrive(bytes.indexLast, 0.8)
    expect(await runWith(engine)).toMatchObject({ state: 'continues', measured: null })
    expect(engine.transcribedMs).toBe(0)
    await arrive(bytes.indexLast, 1)
    expect((await finish(engine)).length).toBe(75)
  })

  test('of bytes that are no recording, and stops checking at 32 MiB', async () => {
    await fixture.storage.write(key, Buffer.alloc(1024, 'x'))
    expect((await runWith(toneEngine())).state).toBe('continues')
    await fixture.storage.write(key, Buffer.alloc(33 * 1024 ** 2, 'x'))
    expect((await runWith(toneEngine())).state).toBe('ended')
  })

  test('of a file with captions in it, or without sound', async () => {
    const captions = await fixture.fixtures.write('c.srt', '1\n00:00:01,000 --> 00:00:02,000\nDana: Hello.\n')
    const source = await fixture.fixtures.write('s.mp4', bytes.faststart)
    const subtitled = ['-i', source, '-i', captions, '-c', 'copy', '-c:s', 'mov_text', '-movflags', '+faststart']
    for (const [name, flags] of [
      ['sub.mp4', subtitled],
      ['mute.mp4', ['-i', source, '-an', '-c', 'copy']],
    ] as const) {
      await fixture.storage.write(key, await readFile(await fixture.fixtures.make(name, ...flags)))
      expect((await runWith(toneEngine())).state).toBe('ended')
    }
  })

  test('without an engine, or beyond the plan’s length limit', async () => {
    await arrive(bytes.webm, 1)
    const absent: Transcriber = {
      ...toneEngine(),
      status: async () => ({ name: 'openai', ready: false, sends_to: null, note: null, cost_ratio: 1 }),
    }
    expect((await runWith(absent)).state).toBe('ended')
    await runWith(toneEngine(), { longestMs: 60_000 })
    expect((await readEarlyParts(fixture.storage, key)).length).toBe(1)
    expect((await runWith(toneEngine(), { longestMs: 60_000 })).state).toBe('ended')
  })

  test('when the engine returns no text for it', async () => {
    await arrive(bytes.webm, 1)
    const deaf: Transcriber = {
      ...toneEngine(),
      transcribe: async () => withoutText('This engine knows no such language.'),
    }
    expect((await runWith(deaf)).state).toBe('ended')
    expect(await readEarlyParts(fixture.storage, key)).toEqual([])
  })
})
