import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import type { Model } from '../speech-models/manifest.ts'
import { createModelCheck, modelPath } from '../speech-models/model-folder.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { run } from '../process/run.ts'
import { sherpaReportSchema, type SherpaJob, type SherpaReport } from './sherpa-job.ts'
import type { TranscribeInput, TranscribeOptions, Transcriber, Transcript } from './transcriber.ts'

interface SherpaOptions {
  /** MODELS_DIR. */
  modelsFolder: string
  /** Speech models in order of preference, and what finds the voices for them. */
  models: readonly Model[]
  /** Script of the child process. */
  worker?: string
}

/** What is here and was found whole. */
interface Found {
  activityPath: string
  model: Model
}

const MISSING = 'No speech model is here: npm run models -- pull'
const DAMAGED = 'A speech model here is damaged: npm run models -- verify'

const WORKER = fileURLToPath(new URL('sherpa-worker.ts', import.meta.url))
/** Seconds of work for a second of sound on two small cores, by what others measured; it was not measured here. */
const COST_RATIO = 0.3
const MAX_THREADS = 2
const GIB = 1024 ** 3
/** The models are mapped into memory: the address space is far larger than what is used. */
const MEMORY_BYTES = 16 * GIB
const START_TIMEOUT_MS = 120_000
/** Ten times slower than a small machine needs. */
const TIMEOUT_PER_AUDIO = 10
const UNUSABLE = 'The speech model of this server could not be used: it is damaged, or the machine has too little memory for it.'
const LANGUAGE_NOTICE = 'No usable transcript: the speech model of this server does not understand the language of this recording. Add a caption file, or ask the operator for another model.'

/** Speech recognition on this machine by sherpa-onnx, in a child process that a broken model may end. */
export function createSherpaTranscriber({ modelsFolder, models, worker = WORKER }: SherpaOptions): Transcriber {
  const check = createModelCheck(modelsFolder)
  let library: Promise<boolean> | null = null
  // What is installed does not change while the server runs.
  const hasLibrary = () => (library ??= canLoad(worker))

  /** @returns a sentence when nothing can be used. */
  async function find(signal: AbortSignal): Promise<Found | string> {
    let damaged = false
    const isGood = async (model: Model) => {
      const state = await check(model, signal)
      damaged ||= state === 'wrong'
      return state === 'good'
    }
    const activity = models.find(({ kind }) => kind === 'voice-activity')
    const [file] = activity?.files ?? []
    if (activity !== undefined && file !== undefined && (await isGood(activity))) {
      for (const model of models) if (model !== activity && (await isGood(model))) return { activityPath: modelPath(modelsFolder, activity, file), model }
    }
    return damaged ? DAMAGED : MISSING
  }

  return {
    name: 'sherpa',
    async status() {
      const found = await find(new AbortController().signal)
      if (typeof found === 'string') return statusOf(false, found)
      if (!(await hasLibrary())) return statusOf(false, 'The optional package sherpa-onnx-node is not installed, or does not run on this machine.')
      return statusOf(true, `Understands ${found.model.languages.join(', ')} (${found.model.id}).`)
    },
    async transcribe(input, options) {
      const found = await find(options.signal)
      if (typeof found === 'string') throw new PermanentFailure(`${found}.`)
      if (!understands(found.model, input.language)) return { segments: [], info: { source: 'none', draft: false, language: null, notice: LANGUAGE_NOTICE } }
      return listen(found, input, options)
    },
  }

  async function listen({ activityPath, model }: Found, { wavPath, durationMs, workFolder }: TranscribeInput, { signal, onProgress }: TranscribeOptions): Promise<Transcript> {
    const job: SherpaJob = { wavPath: resolve(wavPath), activityPath, recogniser: recogniserOf(model, modelsFolder), threads: Math.min(MAX_THREADS, availableParallelism()) }
    const jobPath = join(resolve(workFolder), 'sherpa.json')
    await writeFile(jobPath, JSON.stringify(job))
    const heard: Omit<Segment, 'id'>[] = []
    const onLine = (line: string): void => {
      const report = readReport(line)
      if (report === null) return
      if ('heard' in report) heard.push(report.heard)
      else onProgress(report.doneMs)
    }
    await run(process.execPath, [worker, jobPath], { signal, timeoutMs: START_TIMEOUT_MS + durationMs * TIMEOUT_PER_AUDIO, memoryBytes: MEMORY_BYTES, onLine }).catch(rethrow)
    const segments = heard.map((segment, index) => ({ id: `s${index + 1}`, ...segment }))
    return { segments, info: { source: 'sherpa', draft: false, language: model.languages[0] ?? null, notice: null } }
  }
}

/** Null for what the library itself says. */
function readReport(line: string): SherpaReport | null {
  if (!line.startsWith('{"')) return null
  return sherpaReportSchema.parse(JSON.parse(line))
}

async function canLoad(worker: string): Promise<boolean> {
  const options = { signal: new AbortController().signal, timeoutMs: START_TIMEOUT_MS, memoryBytes: MEMORY_BYTES }
  return run(process.execPath, [worker], options).then(() => true, () => false)
}

function recogniserOf(model: Model, folder: string): SherpaJob['recogniser'] {
  const path = (part: string) => {
    const file = model.files.find(({ name }) => name.includes(part))
    if (file === undefined) throw new PermanentFailure(UNUSABLE)
    return modelPath(folder, model, file)
  }
  const common = { encoder: path('encoder'), decoder: path('decoder'), tokens: path('tokens') }
  return model.kind === 'transducer' ? { kind: 'transducer', ...common, joiner: path('joiner') } : { kind: 'whisper', ...common }
}

function understands({ languages }: Model, language: string | null): boolean {
  return language === null || languages.includes(language.split('-')[0]?.toLowerCase() ?? '')
}

function statusOf(ready: boolean, note: string): EngineStatus {
  return { name: 'sherpa', ready, sends_to: null, note, cost_ratio: COST_RATIO }
}

function rethrow(error: unknown): never {
  if (!(error instanceof ProcessFailed)) throw error
  // Nobody but the system's memory guard or its operator ends it this way.
  if (error.endedBy === 'SIGKILL' && error.reason === 'exit') throw new TransientFailure('The speech model was stopped before it was done.', { cause: error })
  throw new PermanentFailure(UNUSABLE, { cause: error })
}
