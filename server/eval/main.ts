/**
 * Measures the quality of transcripts and recaps. Usage: npm run eval [-- recaps | answers | judged | words |
 * speakers], or -- judge CALL; -- train-steps, -- train-points: learns which lines are next steps, or points and quotes; -- words --engine sherpa --audio FOLDER: a speech model, on a folder of audio
 * with a .txt beside each file.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { TRANSCRIBERS, type SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Analyst } from '../src/analysis/analyst.ts'
import { createExtractiveAnalyst } from '../src/analysis/extractive/extractive.ts'
import { createLlamaAnalyst } from '../src/analysis/models/llama.ts'
import { loadConfig } from '../src/config/config.ts'
import { analysts } from '../src/engines/registry.ts'
import type { Media } from '../src/media/media.ts'
import { createFfmpegMedia } from '../src/media/ffmpeg-media.ts'
import { findProgram } from '../src/process/find-program.ts'
import { createSherpaTranscriber } from '../src/sherpa/transcriber.ts'
import { preferredFirst } from '../src/speech-models/choose-model.ts'
import { loadModels } from '../src/speech-models/manifest.ts'
import { createSphinxTranscriber } from '../src/transcription/sphinx.ts'
import { createTaskRunner, type TaskRunner } from '../src/tasks/task-runner.ts'
import type { Transcriber } from '../src/transcription/transcriber.ts'
import { ANSWER_FOLDERS } from './answers.ts'
import { answersTable } from './answers-table.ts'
import { printJudged, writeOpenItems } from './judged-files.ts'
import { salesQuality } from './sales-quality.ts'
import { measureDiarisation } from './diarisation-accuracy.ts'
import { trainPoints } from './train-points.ts'
import { trainSteps } from './train-steps.ts'
import { wordErrors } from './word-errors.ts'

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', default: 'sphinx' }, audio: { type: 'string' } },
})

/** The speech engines that need no server. */
const ENGINES: Record<string, { id: SpeechEngine; create: (media: Media) => Promise<Transcriber> }> = {
  sphinx: {
    id: 'sphinx',
    create: async (media) => createSphinxTranscriber({ program: await findProgram('pocketsphinx_batch'), media }),
  },
  sherpa: {
    id: 'sherpa',
    async create() {
      const { MODELS_DIR, MODELS_LIST, SPEECH_MODEL } = loadConfig()
      const models = preferredFirst(await loadModels(MODELS_LIST), SPEECH_MODEL)
      return createSherpaTranscriber({ modelsFolder: MODELS_DIR, models })
    },
  },
}

const parts: Record<string, () => Promise<void>> = {
  recaps: async () => {
    const tasks = createTaskRunner({ maxWorkers: 1 })
    const analyst = await pickAnalyst(tasks)
    const { ready, note } = await analyst.status()
    if (!ready) {
      await tasks.close()
      return fail(`${note}.`)
    }
    print(`Recaps by ${analyst.name} (${note}), against reference notes`)
    print('Sales calls used to choose rules, scored strictly')
    await salesQuality(print, 'chosen-on', analyst)
    print('Sales calls never used to choose anything, scored strictly')
    await salesQuality(print, 'untouched', analyst)
    await parts['answers']?.()
    await tasks.close()
  },
  judged: () => printJudged(print),
  answers: async () => {
    for (const which of ANSWER_FOLDERS) {
      print(
        `Answers of language models, checked; ${which === 'chosen-on' ? 'checks were chosen on these' : 'no check was chosen on these'}`,
      )
      for (const line of await answersTable(which)) print(line)
    }
  },
  words: async () => {
    const folder = options.audio === undefined ? null : resolve(options.audio)
    const engine = ENGINES[options.engine]
    if (engine === undefined)
      return fail(`Unknown engine ${options.engine}. Available: ${Object.keys(ENGINES).join(', ')}.`)
    print(`Words that ${TRANSCRIBERS[engine.id].label} gets wrong, ${folder ?? 'synthetic voices'}`)
    try {
      for (const { clip, words, rate, speed } of await wordErrors({ engine: engine.create, folder }))
        print(`${clip.padEnd(22)} ${(100 * rate).toFixed(0)} % of ${words} words, ${speed.toFixed(2)} s a second`)
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  },
  speakers: async () => {
    print(
      'Speakers, synthetic voices, words by the built-in engine: how many were found, share of the time that is named, and named alike for one person',
    )
    for (const { clip, people, tracks, given, estimated } of await measureDiarisation()) {
      const shares = ({ found, named, purity }: typeof given) =>
        `${found}, ${(100 * named).toFixed(0)} %, ${(100 * purity).toFixed(1)} %`
      print(
        `${clip.padEnd(22)} ${people} people; two tracks: ${shares(tracks)}; number given: ${shares(given)}; estimated: ${shares(estimated)}`,
      )
    }
  },
}

const [command, callId] = chosen
const unknown = chosen.filter((name) => !(name in parts))
if (command === 'judge') await judge(callId)
else if (command === 'train-steps') await trainSteps(print)
else if (command === 'train-points') await trainPoints(print)
else if (unknown.length > 0) fail(`Unknown part ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}.`)
else for (const [name, part] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await part()

/** Writes a call's items for judging by hand. */
async function judge(id = ''): Promise<void> {
  try {
    const { path, open } = await writeOpenItems(id)
    print(`${open} items to judge in ${path}`)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

/** ANALYST=llama: the installed writing model; openai: the AI server of OPENAI_BASE_URL; anything else: rules. */
async function pickAnalyst(tasks: TaskRunner): Promise<Analyst> {
  const config = loadConfig()
  const models = await loadModels(config.MODELS_LIST)
  if (config.ANALYST === 'llama') return createLlamaAnalyst({ modelsFolder: config.MODELS_DIR, models })
  if (config.ANALYST === 'openai' && config.OPENAI_BASE_URL !== undefined)
    return analysts.openai.create(config, {
      tasks,
      models,
      modelsFolder: config.MODELS_DIR,
      media: createFfmpegMedia({
        ffmpeg: (await findProgram('ffmpeg')) ?? 'ffmpeg',
        ffprobe: (await findProgram('ffprobe')) ?? 'ffprobe',
      }),
    })
  return createExtractiveAnalyst()
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
