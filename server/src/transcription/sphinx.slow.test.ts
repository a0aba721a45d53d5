import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordErrorRate } from '@callfolio/shared/transcript/word-error-rate.ts'
import { createFfmpegMedia } from '../media/ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg, type FixtureMaker } from '../media/fixtures.testing.ts'
import type { Media } from '../media/media.ts'
import { wavDurationMs } from '../media/wav.ts'
import { findProgram } from '../process/find-program.ts'
import { run } from '../process/run.ts'
import { createMemoryCache } from './memory.testing.ts'
import { planUtterances } from './sphinx-utterances.ts'
import { createSphinxTranscriber } from './sphinx.ts'
import type { Transcriber, TranscribeInput } from './transcriber.ts'

const SCRIPT = [
  'Good morning, and thank you for your time today.',
  'Our team answers about two thousand requests every month.',
  'The first answer takes nearly four hours, and that is too long.',
  'I will send you the price list before the end of the week.',
  'Let us meet again next Thursday and decide together.',
]

let media: Media
let fixtures: FixtureMaker
let sphinx: Transcriber
let spoken: string
let runs = 0
const signal = new AbortController().signal
const quietly = { signal, onProgress: () => {} }

beforeAll(async () => {
  const programs = await installedFfmpeg()
  const [program, flite] = await Promise.all([findProgram('pocketsphinx_batch'), findProgram('flite')])
  if (program === null || flite === null) throw new Error('these tests need pocketsphinx and flite')
  media = createFfmpegMedia(programs)
  // A folder with a space: the recognizer splits its own lists at spaces.
  fixtures = createFixtureMaker(programs, await mkdtemp(join(tmpdir(), 'speech test-')))
  sphinx = createSphinxTranscriber({ program, media })
  const sentences = await Promise.all(
    SCRIPT.map(async (text, i) => {
      const path = join(fixtures.folder, `${i}.wav`)
      await run(flite, ['-voice', i % 2 === 0 ? 'slt' : 'rms', '-t', text, '-o', path], { signal, timeoutMs: 240_000 })
      return path
    }),
  )
  const inputs = sentences.flatMap((path) => ['-i', path])
  const paused = sentences.map((_, i) => `[${i}]apad=pad_dur=0.7[p${i}]`).join(';')
  spoken = await fixtures.make(
    'spoken.m4a',
    ...inputs,
    '-filter_complex',
    `${paused};${sentences.map((_, i) => `[p${i}]`).join('')}concat=n=${SCRIPT.length}:v=0:a=1`,
  )
})
afterAll(() => rm(fixtures.folder, { recursive: true }))

/** The audio of a file in the pipeline's format for engines. */
async function asInput(source: string, language: string | null = null): Promise<TranscribeInput> {
  runs += 1
  const workFolder = join(fixtures.folder, `run ${runs}`)
  await mkdir(workFolder)
  const wavPath = join(workFolder, 'the sound.wav')
  await media.extractAudio(source, wavPath, { signal })
  return {
    wavPath,
    durationMs: await wavDurationMs(wavPath),
    language,
    workFolder,
    hints: null,
    memory: createMemoryCache(),
  }
}

describe('the built-in speech engine', () => {
  it('transcribes clear English with the time of each word', async () => {
    const input = await asInput(spoken)
    const done: number[] = []
    const { segments, info } = await sphinx.transcribe(input, { signal, onProgress: (ms) => done.push(ms) })
    expect(info).toMatchObject({ source: 'sphinx', draft: true, language: 'en' })
    const text = segments.map((segment) => segment.text).join(' ')
    expect(wordErrorRate(SCRIPT.join(' '), text)).toBeLessThanOrEqual(0.35)

    const words = segments.flatMap((segment) => segment.words ?? [])
    expect(
      words.every(
        ({ start_ms, end_ms, confidence }) =>
          start_ms < end_ms && end_ms <= input.durationMs && confidence !== undefined,
      ),
    ).toBe(true)
    expect(words).toEqual(words.toSorted((a, b) => a.start_ms - b.start_ms))
    expect(segments.length).toBeGreaterThanOrEqual(SCRIPT.length)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBe(input.durationMs)
  })

  it.each([
    ['a tone', ['-f', 'lavfi', '-i', 'sine=f=440:d=12']],
    ['silence', ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '5']],
    ['noise', ['-f', 'lavfi', '-i', 'anoisesrc=d=12:c=pink:a=0.2:seed=1']],
    ['noise that comes and goes', ['-f', 'lavfi', '-i', 'anoisesrc=d=12:c=white:a=0.3:seed=1,tremolo=f=4:d=0.9']],
    [
      'music',
      ['-f', 'lavfi', '-i', String.raw`aevalsrc=0.2*sin(2*PI*(220+110*floor(mod(t*3\,5)))*t)*(1-mod(t*3\,1)):d=12`],
    ],
  ])('finds no words in %s', async (name, flags) => {
    const { segments, info } = await sphinx.transcribe(
      await asInput(await fixtures.make(`${name}.flac`, ...flags)),
      quietly,
    )
    expect(segments).toEqual([])
    expect(info).toMatchObject({
      source: 'none',
      notice: expect.stringMatching(/^No (speech found|usable transcript)/),
    })
  })

  it('rejects other languages', async () => {
    const { segments, info } = await sphinx.transcribe(await asInput(spoken, 'de-DE'), quietly)
    expect(segments).toEqual([])
    expect(info.notice).toContain('only supports English')
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    const work = sphinx.transcribe(await asInput(spoken, 'en-GB'), {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('deleted')),
    })
    await expect(work).rejects.toThrow('deleted')
  })

  it('says whether it is ready, or how to install it', async () => {
    expect(await sphinx.status()).toMatchObject({ name: 'sphinx', ready: true, sends_to: null })
    const missing = [
      createSphinxTranscriber({ program: null, media }),
      createSphinxTranscriber({ program: '/bin/true', modelFolder: fixtures.folder, media }),
    ]
    for (const engine of missing) {
      expect(await engine.status()).toMatchObject({
        ready: false,
        note: expect.stringContaining('apt-get install pocketsphinx pocketsphinx-en-us'),
      })
    }
  })
})

describe('cutting speech into utterances', () => {
  it('keeps a small margin around speech and leaves clicks out', async () => {
    const wav = await fixtures.make(
      'sound.wav',
      '-f',
      'lavfi',
      '-i',
      'sine=d=10',
      '-ar',
      '16000',
      '-fflags',
      '+bitexact',
    )
    const silences = [
      { startMs: 0, endMs: 1000 },
      { startMs: 4000, endMs: 5000 },
      { startMs: 5050, endMs: 6000 },
    ]
    expect(await planUtterances(wav, 10_000, silences)).toEqual([
      { startMs: 850, endMs: 4150 },
      { startMs: 5850, endMs: 10_000 },
    ])
  })

  it('cuts long speech at its quietest points', async () => {
    const wav = await fixtures.make(
      'long.wav',
      '-f',
      'lavfi',
      '-i',
      String.raw`aevalsrc=sin(2764*t)*(0.5-0.4*between(mod(t\,15)\,14\,14.2)):d=50`,
      '-ar',
      '16000',
      '-ac',
      '1',
      '-fflags',
      '+bitexact',
    )
    const utterances = await planUtterances(wav, 50_000, [])
    expect(utterances.map(({ startMs }) => Math.round(startMs / 500) / 2)).toEqual([0, 14, 29, 44])
    expect(utterances.at(-1)?.endMs).toBe(50_000)
  })
})
