import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { Media } from '../media/media.ts'
import { readJson } from '../storage/read-stored.ts'
import { FULL_ORDER } from './order.ts'
import { createPipeline } from './pipeline.ts'
import type { Recording, RecordingSink } from './recording.ts'
import type { PipelineParts } from './stage.ts'
import {
  diesAfter,
  keepRecording,
  openPipelineFixture,
  quotingAnalyst,
  recording,
  scriptedTranscriber,
  SPOKEN,
  type PipelineFixture,
} from './pipeline-fixture.testing.ts'

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=2']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=2']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
const VTT =
  'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Dana>We can ship the first pallets in March.\n\n00:01.000 --> 00:02.000\n<v Lee>Then I will send you the contract.\n'
const SRT =
  '1\n00:00:00,000 --> 00:00:01,000\nDana: We can ship the first pallets in March.\n\n2\n00:00:01,000 --> 00:00:02,000\nLee: Then I will send you the contract.\n'

let fixture: PipelineFixture
let uploads = 0
let key: string
beforeAll(async () => {
  fixture = await openPipelineFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  uploads += 1
  key = `u/meetings/u/${uploads}`
})

const folder = () => `u/derived/${uploads}/`
const upload = (path: string, extension: string, given: Partial<Recording> = {}) =>
  fixture.upload(path, `${key}.${extension}`, { folder: folder(), ...given })
const makeAvi = () => fixture.fixtures.make('call.avi', ...PICTURE, ...SOUND, '-c:v', 'mpeg4')
const makeMp4 = (...flags: string[]) =>
  fixture.fixtures.make('call.mp4', ...PICTURE, ...SOUND, ...flags, ...H264, '-c:a', 'aac')
const makeSilentMovie = () => fixture.fixtures.make('mute.mp4', ...PICTURE, ...H264)
const names = async (prefix: string) =>
  (await fixture.storage.list(prefix)).map((object) => object.key.slice(prefix.length))

async function run(
  call: Recording,
  {
    parts = {},
    sink = keepRecording(),
    order = FULL_ORDER,
  }: { parts?: Partial<PipelineParts>; sink?: ReturnType<typeof keepRecording>; order?: typeof FULL_ORDER } = {},
) {
  await createPipeline({ ...fixture.parts, ...parts }, order).process(call, sink, {
    signal: new AbortController().signal,
  })
  return sink
}

describe('a recording that browsers can’t play', () => {
  test('becomes a page with a playable video, a poster, a transcript and a recap', async () => {
    const { page } = await run(await upload(await makeAvi(), 'avi'))
    expect(page.playable).toMatchObject({ videoKey: `${folder()}video.mp4`, posterKey: `${folder()}poster.jpg` })
    expect(page.playable?.durationMs).toBeGreaterThan(1_800)
    expect(page.transcript?.segments).toEqual(SPOKEN)
    expect(page.analysis?.quotes.map((quote) => quote.text)).toEqual(SPOKEN.map((segment) => segment.text))
    expect(page.engines).toEqual({ transcriber: 'sphinx', analyst: 'extractive' })
  })

  test('leaves no audio, temporary files or original behind', async () => {
    const call = await upload(await makeAvi(), 'avi')
    await run(call)
    expect((await names(folder())).filter((name) => !name.startsWith('stages/'))).toEqual(['poster.jpg', 'video.mp4'])
    expect(await fixture.storage.stat(call.sourceKey ?? '')).toBeNull()
    expect(await fixture.leftovers()).toEqual([])
  })

  test('keeps its original until the page has switched to the playable file', async () => {
    const call = await upload(await makeAvi(), 'avi')
    const sink = keepRecording()
    sink.playable = async ({ videoKey }) => {
      expect(await fixture.storage.stat(videoKey)).not.toBeNull()
      throw new Error('the database is away')
    }
    await expect(run(call, { sink })).rejects.toThrow('the database is away')
    expect(await fixture.storage.stat(call.sourceKey ?? '')).not.toBeNull()
  })

  test('is transcribed while its video is made playable', async () => {
    const begun = Promise.withResolvers<void>()
    const engine = scriptedTranscriber(SPOKEN)
    const transcribers = [
      {
        ...engine,
        transcribe: (...call: Parameters<typeof engine.transcribe>) => (begun.resolve(), engine.transcribe(...call)),
      },
    ]
    const { media } = fixture.parts
    const parts = {
      transcribers,
      media: {
        ...media,
        makePlayable: (...call: Parameters<typeof media.makePlayable>) =>
          begun.promise.then(() => media.makePlayable(...call)),
      },
    }
    const { page } = await run(await upload(await makeAvi(), 'avi'), { parts })
    expect(page.playable?.videoKey).toBe(`${folder()}video.mp4`)
    expect(page.transcript?.segments).toEqual(SPOKEN)
  })

  test('gives the engine its title, likely names and description', async () => {
    const hints: (string | null)[] = []
    const engine = scriptedTranscriber(SPOKEN)
    const transcribers = [
      {
        ...engine,
        transcribe: (...call: Parameters<typeof engine.transcribe>) => (
          hints.push(call[0].hints),
          engine.transcribe(...call)
        ),
      },
    ]
    const call = await upload(await makeAvi(), 'avi')
    const named = {
      title: 'Paysprout demo',
      names: ['Paysprout', 'Ana Weber', 'Dana Reyes'],
      description: 'The pilot.',
    }
    await run({ ...call, ...named }, { parts: { transcribers } })
    expect(hints).toEqual(['Paysprout demo. Ana Weber, Dana Reyes. The pilot.'])
  })

  test('has its SHA-256 stored', async () => {
    const path = await makeAvi()
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    await run(await upload(path, 'avi'))
    expect(await readJson(fixture.storage, `${folder()}stages/fingerprint.json`)).toEqual({ sha256 })
  })
})

describe('a damaged recording', () => {
  const LONG = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=30']
  const NOISE = ['-f', 'lavfi', '-i', 'anoisesrc=duration=30:amplitude=0.3']
  const makeLong = (name: string, ...flags: string[]) => fixture.fixtures.make(name, ...LONG, ...NOISE, ...flags)
  const WEBM = [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-c:a',
    'libopus',
    '-cluster_time_limit',
    '5000',
  ]

  test.each([
    ['mp4', [...H264, '-c:a', 'aac']],
    ['webm', WEBM],
  ])('says how much of it is missing when its end was cut off: %s', async (extension, flags) => {
    const whole = await makeLong(`whole.${extension}`, ...flags)
    const cut = await fixture.fixtures.cut(`cut.${extension}`, whole, 0.3)
    const { page } = await run(await upload(cut, extension))
    expect(page.playable?.damage?.statedMs).toBeGreaterThan(29_000)
    expect(page.playable?.damage?.heldMs).toBeGreaterThan(1_000)
    expect(page.playable?.damage?.heldMs).toBeLessThan(15_000)
    expect(page.playable?.durationMs).toBeLessThan(15_000)
  })

  test('says how much of it is missing when a single bit broke its container in the middle', async () => {
    const bytes = await readFile(await makeLong('sound.webm', ...WEBM))
    const cluster = bytes.indexOf(Buffer.from('1f43b675', 'hex'), bytes.length / 3)
    bytes.writeUInt8(bytes.readUInt8(cluster) ^ 0x10, cluster)
    const { page } = await run(await upload(await fixture.fixtures.write('flip.webm', bytes), 'webm'))
    expect(page.playable?.damage?.statedMs).toBeGreaterThan(29_000)
    expect(page.playable?.damage?.heldMs).toBeLessThan(28_000)
    expect(page.playable?.videoKey).toBe(`${folder()}video.webm`)
  })

  test('says where it is broken if the conversion would hide that', async () => {
    const broken = await fixture.fixtures.damage('broken.avi', await makeLong('whole.avi', '-c:v', 'mpeg4'))
    const { page } = await run(await upload(broken, 'avi'))
    expect(page.playable?.damage?.ranges).toEqual([{ startMs: expect.any(Number), endMs: expect.any(Number) }])
  })

  test.each([
    ['mp4', [...H264, '-c:a', 'aac']],
    ['webm', WEBM],
    ['avi', ['-c:v', 'mpeg4']],
    ['mkv', ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']],
    // A muted microphone leaves audio that ends long before the picture.
    ['mov', [...H264, '-c:a', 'aac', '-af', 'atrim=end=10']],
  ])('is not confused with a whole one: %s', async (extension, flags) => {
    const { page } = await run(await upload(await makeLong(`fine.${extension}`, ...flags), extension))
    expect(page.playable).toMatchObject({ damage: null })
    expect(page.playable?.durationMs).toBeGreaterThan(29_000)
  })
})

describe('the passes over a recording with captions', () => {
  const passesOver = async (path: string, extension: string): Promise<string[]> => {
    const passes: string[] = []
    const media = new Proxy(fixture.parts.media, {
      get(target, name: keyof Media) {
        passes.push(name)
        return target[name]
      },
    })
    await run(await upload(path, extension, { captions: VTT }), { parts: { media } })
    return passes.toSorted()
  }

  test('are one for the playable copy and one frame, beside its header', async () => {
    const path = await fixture.fixtures.make('copied.mkv', ...PICTURE, ...SOUND, ...H264, '-c:a', 'aac')
    expect(await passesOver(path, 'mkv')).toEqual(['makePlayable', 'measureSound', 'poster', 'probe'])
  })

  test('are none but a frame and its header when it is playable', async () => {
    expect(await passesOver(await makeMp4(), 'mp4')).toEqual(['measureSound', 'poster', 'probe'])
  })
})

test('does not copy a recording that is playable already', async () => {
  const call = await upload(await makeMp4(), 'mp4')
  const { page } = await run(call)
  expect(page.playable?.videoKey).toBe(call.sourceKey)
  expect(await fixture.storage.stat(call.sourceKey ?? '')).not.toBeNull()
  expect(await names(folder())).not.toContain('video.mp4')
})

describe('a killed job', () => {
  const stages = FULL_ORDER.flat().map((stage) => stage.name)

  test.each(stages)('before "%s" is stored is finished by the next run with the same page', async (name) => {
    const undisturbed = await run(await upload(await makeAvi(), 'avi'))
    await fixture.storage.remove(`${folder()}video.mp4`)
    for (const output of await names(`${folder()}stages/`)) await fixture.storage.remove(`${folder()}stages/${output}`)
    const call = await upload(await makeAvi(), 'avi')
    const sink = keepRecording()
    await expect(run(call, { sink, order: diesAfter(name) })).rejects.toThrow('killed')
    expect(sink.page.analysis).toBeUndefined()
    await run(call, { sink })
    expect(sink.page).toEqual(undisturbed.page)
  })

  test.each(['playable', 'transcript', 'publish'] as const)(
    'while the sink takes "%s" is finished by the next run',
    async (kind) => {
      const sink = keepRecording()
      const takes = sink[kind] as (...given: unknown[]) => Promise<void>
      let dies = true
      Object.assign(sink, {
        async [kind](...given: unknown[]) {
          await takes(...given)
          if (dies) throw new Error('killed')
        },
      } satisfies Partial<Record<keyof RecordingSink, unknown>>)
      const call = await upload(await makeAvi(), 'avi')
      await expect(run(call, { sink })).rejects.toThrow('killed')
      dies = false
      const before = structuredClone(sink.page)
      await run(call, { sink })
      expect(sink.page).toMatchObject(before)
      expect(sink.page.analysis?.quotes).toHaveLength(2)
    },
  )

  test('does not repeat finished work of its engines', async () => {
    const transcriber = scriptedTranscriber(SPOKEN)
    const analyst = quotingAnalyst()
    const sink = keepRecording()
    sink.publish = () => Promise.reject(new Error('killed'))
    const call = await upload(await makeAvi(), 'avi')
    const parts = { transcribers: [transcriber], analyst }
    await expect(run(call, { parts, sink })).rejects.toThrow('killed')
    await run(call, { parts })
    expect([transcriber.asked, analyst.asked]).toEqual([1, 1])
  })

  test('runs a stage again when its stored output is unreadable', async () => {
    const call = await upload(await makeMp4(), 'mp4')
    await fixture.storage.write(`${folder()}stages/probe.json`, '{"source": 7}')
    expect((await run(call)).page.analysis?.quotes).toHaveLength(2)
  })
})

describe('captions', () => {
  test('alone make a page', async () => {
    const { page } = await run(recording({ folder: folder(), captions: VTT }))
    expect(page.playable).toBeUndefined()
    expect(page.transcript?.info).toMatchObject({ source: 'captions', notice: null })
    expect(page.transcript?.segments.map(({ speaker, start_ms }) => [speaker, start_ms])).toEqual([
      ['Dana', 0],
      ['Lee', 1000],
    ])
    expect(page.engines).toEqual({ transcriber: 'captions', analyst: 'extractive' })
  })

  test('next to a video replace the speech engine', async () => {
    const transcriber = scriptedTranscriber(SPOKEN)
    const { page } = await run(await upload(await makeMp4(), 'mp4', { captions: VTT }), {
      parts: { transcribers: [transcriber] },
    })
    expect(page.transcript?.info.source).toBe('captions')
    expect(transcriber.asked).toBe(0)
  })

  test('inside a video are used like separate ones', async () => {
    const subtitles = await fixture.fixtures.write('inside.srt', SRT)
    const path = await fixture.fixtures.make(
      'inside.mp4',
      ...PICTURE,
      ...SOUND,
      '-i',
      subtitles,
      ...H264,
      '-c:a',
      'aac',
      '-c:s',
      'mov_text',
    )
    const { page } = await run(await upload(path, 'mp4'))
    expect(page.transcript?.info.source).toBe('captions')
    expect(page.transcript?.segments[0]).toMatchObject({
      speaker: 'Dana',
      text: 'We can ship the first pallets in March.',
    })
  })

  test('that are unreadable fall back to the speech engine, and the page says so', async () => {
    const { page } = await run(await upload(await makeMp4(), 'mp4', { captions: '\u0000\u0001 no captions' }))
    expect(page.transcript).toMatchObject({
      segments: SPOKEN,
      info: { source: 'sphinx', notice: expect.stringContaining('We couldn’t read the caption file') },
    })
  })

  test('without a single cue are a call without speech, not a broken file', async () => {
    const { page } = await run(recording({ folder: folder(), captions: '\uFEFFWEBVTT - weekly call\n\n' }))
    expect(page.transcript?.info.notice).toBe('No speech found in this recording.')
  })

  test('that are unreadable and come without a recording make a page that says so', async () => {
    const { page } = await run(recording({ folder: folder(), captions: 'nothing of the kind' }))
    expect(page.transcript).toMatchObject({
      segments: [],
      info: { source: 'none', notice: 'We couldn’t read the caption file.' },
    })
    expect(page.analysis?.summary).toEqual([{ text: 'We couldn’t read the caption file.' }])
  })
})

describe('publishes a recording without usable speech instead of failing', () => {
  const analyst = quotingAnalyst()
  const nothingInvented = { quotes: [], actionPoints: [], importantPoints: [], todoList: [] }

  test('no audio track', async () => {
    const { page } = await run(await upload(await makeSilentMovie(), 'mp4'), { parts: { analyst } })
    expect(page.transcript?.info).toMatchObject({
      source: 'none',
      notice: expect.stringContaining('This recording has no audio track.'),
    })
    expect(page.analysis).toMatchObject(nothingInvented)
  })

  test('no speech engine', async () => {
    const { page } = await run(await upload(await makeMp4(), 'mp4'), {
      parts: { analyst, transcribers: [scriptedTranscriber(SPOKEN, { ready: false })] },
    })
    expect(page.transcript?.info).toMatchObject({
      source: 'none',
      notice: expect.stringContaining('This server can’t transcribe.'),
    })
    expect(page.analysis).toMatchObject(nothingInvented)
  })

  test('an engine that finds no speech', async () => {
    const other = scriptedTranscriber(SPOKEN, { name: 'openai' })
    const { page } = await run(await upload(await makeMp4(), 'mp4'), {
      parts: { analyst, transcribers: [scriptedTranscriber([]), other] },
    })
    expect(page.transcript).toMatchObject({
      segments: [],
      info: { source: 'none', notice: 'No speech found in this recording.' },
    })
    expect(page.analysis?.summary).toEqual([{ text: 'No speech found in this recording.' }])
    expect(other.asked).toBe(0)
  })

  test('a word or two', async () => {
    const { page } = await run(
      recording({ folder: folder(), captions: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello? Hello?\n' }),
      { parts: { analyst } },
    )
    expect(page.transcript?.segments).toHaveLength(1)
    expect(page.analysis).toMatchObject({
      ...nothingInvented,
      summary: [{ text: 'Too little was said in this recording to summarize.' }],
    })
  })

  test('and asks no analyst in any of these cases', () => {
    expect(analyst.asked).toBe(0)
  })
})

describe('a permanent failure', () => {
  const failure = (call: Recording, parts: Partial<PipelineParts> = {}) =>
    run(call, { parts }).then(
      () => null,
      (error: unknown) => error,
    )

  test('of a video longer than the plan’s limit comes before any work on it', async () => {
    const call = await upload(await makeAvi(), 'avi', { maxVideoSeconds: 0.5 })
    expect(await failure(call)).toMatchObject({
      name: 'PermanentFailure',
      code: 'too_long',
      message: expect.stringMatching(/^This video is too long: it runs /) as string,
    })
    expect(await names(folder())).toEqual([])
  })

  test('of a video whose length is known only after conversion', async () => {
    const path = await fixture.fixtures.pipe('silent.webm', ...PICTURE, '-c:v', 'libvpx', '-f', 'webm')
    const call = await upload(path, 'webm', { maxVideoSeconds: 0.5 })
    expect(await failure(call)).toMatchObject({ name: 'PermanentFailure', code: 'too_long' })
    expect(await fixture.storage.stat(call.sourceKey ?? '')).not.toBeNull()
  })

  test('of a video whose length comes from its audio comes before any transcription', async () => {
    const encoded = ['-c:v', 'libvpx', '-c:a', 'libopus', '-f', 'webm']
    const path = await fixture.fixtures.pipe('recorder.webm', ...PICTURE, ...SOUND, ...encoded)
    const engine = scriptedTranscriber(SPOKEN)
    const call = await upload(path, 'webm', { maxVideoSeconds: 0.5 })
    expect(await failure(call, { transcribers: [engine] })).toMatchObject({
      name: 'PermanentFailure',
      code: 'too_long',
    })
    expect(engine.asked).toBe(0)
  })

  test('of a file that is not a video', async () => {
    const call = await upload(await fixture.fixtures.write('notes.mp4', 'not a video at all'), 'mp4')
    expect(await failure(call)).toEqual(new PermanentFailure('unreadable_video'))
  })

  test('of a missing upload', async () => {
    expect(await failure(recording({ folder: folder(), sourceKey: 'u/meetings/u/gone.mp4' }))).toEqual(
      new PermanentFailure('upload_gone'),
    )
  })

  test('of the speech engine ends the job with its sentence', async () => {
    const refused = {
      ...scriptedTranscriber(SPOKEN),
      transcribe: () => Promise.reject(new PermanentFailure('ai_key_refused')),
    }
    const call = await upload(await makeMp4(), 'mp4')
    expect(await failure(call, { transcribers: [refused, scriptedTranscriber(SPOKEN)] })).toEqual(
      new PermanentFailure('ai_key_refused'),
    )
  })

  test('does not apply to a video within a second of the limit', async () => {
    const sink = await run(await upload(await makeMp4(), 'mp4', { maxVideoSeconds: 1.5 }))
    expect(sink.page.analysis).toBeDefined()
  })
})

test("progress rises through the steps in order and counts in the recording's own time", async () => {
  let now = 0
  const { reported } = await run(await upload(await makeAvi(), 'avi'), {
    parts: { clock: () => new Date((now += 1_000)) },
  })
  expect(reported.map(({ progress }) => progress)).toEqual(
    reported.map(({ progress }) => progress).toSorted((a, b) => a - b),
  )
  expect([...new Set(reported.map(({ step }) => step))]).toEqual([
    STEP.audio,
    STEP.transcription,
    STEP.transcript,
    STEP.analysis,
    STEP.building,
    STEP.finalizing,
  ])
  expect(reported.map(({ detail }) => detail)).toContain('transcribed 1 of 2 seconds')
})

test('an aborted run stops, publishes nothing and cleans up', async () => {
  const abort = new AbortController()
  const sink = keepRecording()
  sink.transcript = async () => abort.abort(new Error('shutting down'))
  const call = await upload(await makeMp4(), 'mp4')
  const running = createPipeline(fixture.parts).process(call, sink, { signal: abort.signal })
  await expect(running).rejects.toThrow('shutting down')
  expect(sink.page.analysis).toBeUndefined()
  expect(await fixture.leftovers()).toEqual([])
})
