import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi, type FakeOpenAi, type FakeOpenAiOptions } from '../../../e2e/fakes/openai.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { createFfmpegMedia } from '../media/ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg } from '../media/fixtures.testing.ts'
import { createOpenAiClient } from '../openai/client.ts'
import { createMemoryCache } from './memory.testing.ts'
import { createOpenAiTranscriber } from './openai.ts'
import type { PieceCache } from './transcriber.ts'

const programs = await installedFfmpeg()
let folder: string
let fake: FakeOpenAi | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openai-transcriber-'))
})
afterEach(async () => {
  await fake?.close()
  fake = undefined
  await rm(folder, { recursive: true })
})

/** A tone of the given length in seconds, silent for a second at each of the given times. */
async function recording(seconds: number, ...pauses: number[]): Promise<string> {
  const hush = pauses.map((at) => `,volume=0:enable='between(t,${at},${at + 1})'`).join('')
  const flags = [
    '-f',
    'lavfi',
    '-i',
    `sine=f=300:r=16000:d=${seconds}${hush}`,
    '-c:a',
    'pcm_s16le',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
  ]
  return createFixtureMaker(programs, folder).make('call.wav', ...flags)
}

async function transcribe(
  wavPath: string,
  seconds: number,
  options: FakeOpenAiOptions & {
    model?: string
    language?: string
    hints?: string
    memory?: PieceCache
    atOnce?: number
  } = {},
) {
  fake ??= await startFakeOpenAi(options)
  const workFolder = await mkdtemp(join(folder, 'work-'))
  const client = createOpenAiClient({ apiKey: 'sk-test', baseUrl: fake.baseUrl })
  const transcriber = createOpenAiTranscriber({
    client,
    media: createFfmpegMedia(programs),
    model: options.model ?? 'whisper-1',
    atOnce: options.atOnce ?? 3,
  })
  const progress: number[] = []
  const input = {
    wavPath,
    durationMs: seconds * 1000,
    language: options.language ?? null,
    workFolder,
    hints: options.hints ?? null,
    memory: options.memory ?? createMemoryCache(),
  }
  const transcript = await transcriber.transcribe(input, {
    signal: new AbortController().signal,
    onProgress: (doneMs) => progress.push(doneMs),
  })
  return { ...transcript, progress, left: await readdir(workFolder) }
}

const heard = {
  text: 'Hello there, and welcome to the call.',
  language: 'en',
  segments: [{ start: 1, end: 2, text: ' Hello there, and welcome to the call.' }],
  words: [
    { start: 1, end: 1.2, word: 'Hello' },
    { start: 1.2, end: 1.4, word: 'there,' },
    { start: 1.4, end: 1.5, word: 'and' },
    { start: 1.5, end: 1.7, word: 'welcome' },
    { start: 1.7, end: 1.8, word: 'to' },
    { start: 1.8, end: 1.9, word: 'the' },
    { start: 1.9, end: 2, word: 'call.' },
  ],
}

test('cuts a long recording in silences and joins the pieces with their times', async () => {
  const { segments, info, progress, left } = await transcribe(await recording(1500, 480, 1030), 1500, {
    transcribe: () => heard,
  })
  expect(segments.map(({ id, start_ms }) => [id, Math.round(start_ms / 100)])).toEqual([
    ['s1', 10],
    ['s2', 4815],
    ['s3', 10_315],
  ])
  expect(segments[1]?.words?.at(-1)?.end_ms).toBe(segments[1]?.end_ms)
  expect(info).toEqual({ source: 'openai', draft: false, language: 'en', notice: null })
  expect(progress.at(-1)).toBe(1_500_000)
  expect(left).toEqual([])
})

test('retries only the piece that failed transiently', async () => {
  fake = await startFakeOpenAi({ transcribe: () => heard })
  fake.failNext({ status: 503 })
  const { segments } = await transcribe(await recording(1500, 480, 1030), 1500)
  expect(segments).toHaveLength(3)
  expect(fake.speech).toHaveLength(3)
})

test('sends short pieces to a model without times, and gives its text the times of its piece', async () => {
  const { segments } = await transcribe(await recording(130, 45, 84), 130, {
    model: 'gpt-4o-mini-transcribe',
    transcribe: () => ({ text: 'One. Two.' }),
  })
  expect(
    segments.map(({ start_ms, end_ms, text }) => [Math.round(start_ms / 1000), Math.round(end_ms / 1000), text]),
  ).toEqual([
    [0, 46, 'One. Two.'],
    [46, 85, 'One. Two.'],
    [85, 130, 'One. Two.'],
  ])
})

test('sends a piece that is cut in speech with audio beyond its cut, and keeps each word once', async () => {
  const words = ['We', 'need', 'thirty', 'seats', 'in', 'May.']
  // The words are around the cut, at 600 s of the recording: at the first piece's end, at the second one's beginning.
  const at = (startS: number) => ({
    text: words.join(' '),
    segments: [{ start: startS, end: startS + 3, text: words.join(' ') }],
    words: words.map((word, i) => ({ word, start: startS + i * 0.5, end: startS + i * 0.5 + 0.4 })),
  })
  let sent = 0
  fake = await startFakeOpenAi({ transcribe: () => ((sent += 1) === 1 ? at(598.5) : at(1.5)), delay: () => 50 })
  const { segments } = await transcribe(await recording(1200), 1200, { atOnce: 1 })
  expect(sent).toBe(2)
  expect(segments.map(({ text }) => text).join(' ')).toBe(words.join(' '))
})

test('asks a server that refuses word times without them, and remembers it', async () => {
  fake = await startFakeOpenAi({ transcribe: () => heard, dialect: { granularities: false } })
  const { segments } = await transcribe(await recording(1500, 480, 1030), 1500, { atOnce: 1 })
  expect(segments).toHaveLength(3)
  expect(fake.speech.every(({ granularities }) => granularities.length === 0)).toBe(true)
  expect(fake.refusals).toHaveLength(1)
})

test('sends no silence, and says that no speech was found', async () => {
  const { segments, info } = await transcribe(await recording(4, 0, 1, 2, 3), 4)
  expect(segments).toEqual([])
  expect(info.notice).toBe('No speech found in this recording.')
  expect(fake?.speech).toEqual([])
})

test('does not take a few words alone in a tone for speech', async () => {
  const { segments, info } = await transcribe(await recording(30), 30, {
    transcribe: () => ({ text: 'Thank you.', segments: [{ start: 14, end: 15, text: 'Thank you.' }] }),
  })
  expect(segments).toEqual([])
  expect(info.notice).toBe('No speech found in this recording.')
})

test('sends the language in the service’s format', async () => {
  const { info } = await transcribe(await recording(3), 3, { language: 'de-CH', transcribe: () => heard })
  expect(fake?.speech[0]?.language).toBe('de')
  expect(info.language).toBe('de-CH')
})

test('fails permanently for a refused key and leaves no files', async () => {
  await expect(transcribe(await recording(3), 3, { apiKey: 'sk-other' })).rejects.toEqual(
    new PermanentFailure('ai_key_refused'),
  )
})

test('sends each piece with the call’s subject and the end of the piece before it', async () => {
  fake = await startFakeOpenAi({ transcribe: () => ({ ...heard, text: 'So the pallets leave in March.' }) })
  const pauses = [480, 1030, 1480, 2010, 2520]
  await transcribe(await recording(3000, ...pauses), 3000, { hints: 'Brightwater, pallets' })
  const prompts = fake.speech.map((call) => call.prompt)
  expect(prompts.filter((prompt) => prompt === 'Brightwater, pallets')).toHaveLength(3)
  expect(prompts.filter((prompt) => prompt === 'Brightwater, pallets So the pallets leave in March.')).toHaveLength(3)
})

test('does not send and pay again for a piece that an earlier attempt transcribed', async () => {
  const memory = createMemoryCache()
  const wav = await recording(1500, 480, 1030)
  fake = await startFakeOpenAi({ transcribe: () => heard })
  fake.failNext({ status: 401, code: 'invalid_api_key' })
  await expect(transcribe(wav, 1500, { memory })).rejects.toThrow(PermanentFailure)
  const before = fake.speech.length
  expect(memory.parts.size).toBeLessThanOrEqual(before)
  const first = memory.parts.size
  const { segments } = await transcribe(wav, 1500, { memory })
  expect(segments).toHaveLength(3)
  expect(fake.speech.length - before).toBe(3 - first)
  await transcribe(wav, 1500, { memory })
  expect(fake.speech.length - before, 'all is known').toBe(3 - first)
})

test('transcribes an hour in six pieces, two at a time', async () => {
  fake = await startFakeOpenAi({ transcribe: () => heard, delay: () => 200 })
  const media = { silences: async () => [], cutSpeech: (from: string, _: unknown, to: string) => copyFile(from, to) }
  const client = createOpenAiClient({ apiKey: 'sk-test', baseUrl: fake.baseUrl })
  const mp3 = join(folder, 'piece.mp3')
  await writeFile(mp3, new Uint8Array([0xff, 0xfb, 0, 0]))
  const input = {
    wavPath: mp3,
    durationMs: 3_600_000,
    language: null,
    workFolder: folder,
    hints: null,
    memory: createMemoryCache(),
  }
  await createOpenAiTranscriber({ client, media, model: 'whisper-1', atOnce: 2 }).transcribe(input, {
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const { spans } = fake
  expect(spans).toHaveLength(6)
  const heardAt = (at: number) => spans.filter(({ from, to }) => from <= at && at < to).length
  expect(Math.max(...spans.map(({ from }) => heardAt(from)))).toBe(2)
})
