import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import type { Model } from '../speech-models/manifest.ts'
import { writeWav } from '../speakers/spoken-call.testing.ts'
import { createMemoryCache } from '../transcription/memory.testing.ts'
import { createSherpaTranscriber } from './transcriber.ts'
import type { TranscribeInput } from '../transcription/transcriber.ts'

/** Files with the right names but without model data: the real library is asked to use them. */
const CONTENTS: Record<string, Buffer> = {
  'silero_vad.onnx': randomBytes(5000),
  'base.en-encoder.int8.onnx': randomBytes(5000),
  'base.en-decoder.int8.onnx': randomBytes(5000),
  'base.en-tokens.txt': Buffer.from('a 0\n'),
}
const getFile = (name: string) => ({
  name,
  bytes: CONTENTS[name]?.length ?? 0,
  sha256: createHash('sha256')
    .update(CONTENTS[name] ?? '')
    .digest('hex'),
})
const common = { licence: 'MIT', home: 'http://localhost/' }
const MODELS: Model[] = [
  { id: 'activity', kind: 'voice-activity', languages: [], files: [getFile('silero_vad.onnx')], ...common },
  { id: 'speech', kind: 'whisper', languages: ['en'], files: Object.keys(CONTENTS).slice(1).map(getFile), ...common },
]

let root: string
let modelsFolder: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sherpa-'))
})
afterAll(() => rm(root, { recursive: true }))
beforeEach(async () => {
  modelsFolder = await mkdtemp(join(root, 'models-'))
})

async function install(without: string[] = []): Promise<void> {
  for (const { id, files } of MODELS) {
    await mkdir(join(modelsFolder, id), { recursive: true })
    for (const { name } of files)
      if (!without.includes(name)) await writeFile(join(modelsFolder, id, name), CONTENTS[name] ?? '')
  }
}

async function input(language: string | null = 'en'): Promise<TranscribeInput> {
  const workFolder = await mkdtemp(join(root, 'work-'))
  const wavPath = await writeWav(
    join(workFolder, 'sound.wav'),
    Float32Array.from({ length: 32_000 }, (_, i) => 8000 * Math.sin(i / 20)),
  )
  return { wavPath, durationMs: 2000, language, workFolder, hints: null, memory: createMemoryCache() }
}
const sherpa = () => createSherpaTranscriber({ modelsFolder, models: MODELS })
const quietly = { signal: new AbortController().signal, onProgress: () => {} }

describe('the speech model of this machine', () => {
  test('is not ready while missing, incomplete or damaged, and says how to get it', async () => {
    const missing = {
      name: 'sherpa',
      ready: false,
      sends_to: null,
      note: 'No speech model installed. Run npm run models -- pull',
    }
    const engine = sherpa()
    expect(await engine.status()).toMatchObject(missing)
    await install(['base.en-decoder.int8.onnx'])
    expect(await engine.status()).toMatchObject(missing)
    await install()
    expect(await engine.status(), 'the library itself is installed').toMatchObject({
      ready: true,
      note: 'Supports en (speech).',
    })
    await writeFile(join(modelsFolder, 'speech', 'base.en-tokens.txt'), 'b 0\n')
    expect(await engine.status(), 'a byte has changed').toMatchObject({
      ready: false,
      note: 'The speech model is damaged. Run npm run models -- verify',
    })
    await expect(engine.transcribe(await input(), quietly)).rejects.toThrow(
      'The speech model is damaged. Run npm run models -- verify.',
    )
  })

  test('crashes only its own process when the library can’t use it, and fails the job with one sentence', async () => {
    await install()
    const failed = await sherpa()
      .transcribe(await input(), quietly)
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(PermanentFailure)
    expect(failed).toMatchObject({
      message: 'The server’s speech model failed. It may be damaged or need more memory.',
    })
  })

  test('reports its process’ lines and progress one by one, whatever else the library prints', async () => {
    await install()
    const worker = join(modelsFolder, 'worker.mjs')
    const expected = {
      start_ms: 100,
      end_ms: 900,
      speaker: null,
      text: 'We ship in March.',
      words: [{ text: 'We', start_ms: 100, end_ms: 300 }],
    }
    const lines = [
      'Started',
      JSON.stringify({ heard: expected }),
      JSON.stringify({ doneMs: 1500, pause: true }),
      JSON.stringify({ heard: { ...expected, start_ms: 1000, end_ms: 1400 } }),
    ]
    await writeFile(worker, `process.stdout.write(${JSON.stringify(lines.join('\n'))})`)
    const done: number[] = []
    const engine = createSherpaTranscriber({ modelsFolder, models: MODELS, worker })
    const { segments, info } = await engine.transcribe(await input(null), {
      ...quietly,
      onProgress: (ms) => done.push(ms),
    })
    expect(segments).toEqual([
      { id: 's1', ...expected },
      { id: 's2', ...expected, start_ms: 1000, end_ms: 1400 },
    ])
    expect(info).toEqual({ source: 'sherpa', draft: false, language: 'en', notice: null })
    expect(done).toEqual([1500])
  })

  test('is not ready when its library can’t be loaded', async () => {
    await install()
    const worker = join(modelsFolder, 'worker.mjs')
    await writeFile(worker, "import 'no-such-package'")
    expect(await createSherpaTranscriber({ modelsFolder, models: MODELS, worker }).status()).toMatchObject({
      ready: false,
      note: 'The optional package sherpa-onnx-node isn’t installed or doesn’t run on this machine.',
    })
  })

  test('is not used for a language that it does not know', async () => {
    await install()
    const { segments, info } = await sherpa().transcribe(await input('de-AT'), quietly)
    expect(segments).toEqual([])
    expect(info.notice).toMatch(/^No usable transcript: the speech model doesn’t support this language/)
  })

  test('stops when it is canceled', async () => {
    await install()
    await expect(
      sherpa().transcribe(await input(), { ...quietly, signal: AbortSignal.abort(new Error('shutting down')) }),
    ).rejects.toThrow('shutting down')
  })
})
