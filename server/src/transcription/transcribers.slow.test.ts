import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeOpenAi } from '../../../e2e/fakes/openai.ts'
import { createFfmpegMedia } from '../media/ffmpeg-media.ts'
import { installedFfmpeg } from '../media/fixtures.testing.ts'
import { createOpenAiClient } from '../openai/client.ts'
import { findProgram } from '../process/find-program.ts'
import { installActivityModel, installWhisper } from '../sherpa/speech-test-models.testing.ts'
import { createSherpaTranscriber } from '../sherpa/transcriber.ts'
import { installModel } from '../speech-models/install-model.testing.ts'
import { childProcesses } from '../testing/contract-runs.ts'
import { createOpenAiTranscriber } from './openai.ts'
import { createSphinxTranscriber } from './sphinx.ts'
import { describeTranscriber } from './transcriber.testing.ts'

const media = createFfmpegMedia(await installedFfmpeg())
const runs = (program: string) => () => childProcesses().some(({ command }) => command.includes(program))

describeTranscriber('pocketsphinx', async (folder) => {
  const program = await findProgram('pocketsphinx_batch')
  if (program === null) throw new Error('these tests need pocketsphinx')
  const failing = join(folder, 'failing')
  await writeFile(failing, '#!/bin/sh\nexit 3\n', { mode: 0o755 })
  return {
    transcriber: createSphinxTranscriber({ program, media }),
    broken: createSphinxTranscriber({ program: failing, media }),
    isAtWork: runs('pocketsphinx_batch'),
  }
})

describeTranscriber('sherpa-onnx with models that the test made', async (modelsFolder) => {
  const activity = await installActivityModel(modelsFolder)
  const parts = Object.fromEntries(
    ['base.en-encoder.onnx', 'base.en-decoder.onnx', 'base.en-tokens.txt'].map((name) => [name, randomBytes(5000)]),
  )
  const useless = await installModel(modelsFolder, { id: 'useless', kind: 'whisper', languages: ['en'] }, parts)
  return {
    transcriber: createSherpaTranscriber({ modelsFolder, models: [activity, await installWhisper(modelsFolder)] }),
    broken: createSherpaTranscriber({ modelsFolder, models: [activity, useless] }),
    isAtWork: runs('transcriber-worker'),
  }
})

describeTranscriber('an AI server', async () => {
  let waits = 0
  const heard = {
    text: 'Hello there, and welcome to the call.',
    language: 'english',
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
  // The first request is answered at once; a later one takes long.
  const fake = await startFakeOpenAi({ transcribe: () => heard, delay: () => (waits++ === 0 ? 0 : 30_000) })
  const open = (apiKey: string) =>
    createOpenAiTranscriber({
      client: createOpenAiClient({ apiKey, baseUrl: fake.baseUrl }),
      media,
      model: 'whisper-1',
      atOnce: 2,
    })
  return {
    transcriber: open('sk-test'),
    broken: open('sk-other'),
    isAtWork: () => fake.speech.length > 1,
    close: () => fake.close(),
  }
})
