import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { heardReportSchema, type TranscribeJob } from './jobs.ts'
import { createModelFinder, partOfModel } from '../speech-models/model-folder.ts'
import type { Model } from '../speech-models/manifest.ts'
import { recallPieces } from './pieces.ts'
import { createSherpaCheck, modelThreads, NO_LIBRARY, runSherpa } from './run-sherpa.ts'
import { NO_SPEECH_NOTICE, withoutText } from '../transcription/no-text.ts'
import type { TranscribeInput, TranscribeOptions, Transcriber, Transcript } from '../transcription/transcriber.ts'

interface SherpaOptions {
  /** The folder MODELS_DIR. */
  modelsFolder: string
  /** Speech models in order of preference, and the voice detection for them. */
  models: readonly Model[]
  /** Script of the child process. */
  worker?: string
}

/** The models that are installed and complete. */
interface Found {
  activity: Model
  model: Model
}

const MISSING = 'No speech model installed. Run npm run models -- pull'
const DAMAGED = 'The speech model is damaged. Run npm run models -- verify'

const WORKER = fileURLToPath(new URL('transcriber-worker.ts', import.meta.url))
/** Seconds of work per second of audio on two small cores, as measured by others; not measured here. */
const COST_RATIO = 0.3
const MOST_NAMED = 3
const UNUSABLE = 'The server’s speech model failed. It may be damaged or need more memory.'
const LANGUAGE_NOTICE =
  'No usable transcript: the speech model doesn’t support this language. Add a caption file, or ask your admin for another model.'

/**
 * Speech recognition on this machine by sherpa-onnx, in a child process, so that a broken model can't crash the server.
 */
export function createSherpaTranscriber({ modelsFolder, models, worker = WORKER }: SherpaOptions): Transcriber {
  const findModel = createModelFinder(modelsFolder, models)
  const hasLibrary = createSherpaCheck(worker)

  /** @returns a sentence when nothing can be used. */
  async function find(signal: AbortSignal): Promise<Found | string> {
    const activity = await findModel(['voice-activity'], signal)
    const model = typeof activity === 'string' ? activity : await findModel(['whisper', 'transducer'], signal)
    if (typeof activity === 'string' || typeof model === 'string') return model === 'damaged' ? DAMAGED : MISSING
    return { activity, model }
  }

  return {
    name: 'sherpa',
    async status() {
      const found = await find(new AbortController().signal)
      if (typeof found === 'string') return getStatus(false, found)
      if (!(await hasLibrary())) return getStatus(false, NO_LIBRARY)
      return getStatus(true, `Supports ${getNames(found.model.languages)} (${found.model.id}).`)
    },
    async transcribe(input, options) {
      const found = await find(options.signal)
      if (typeof found === 'string') throw new PermanentFailure('engine_unusable', `${found}.`)
      if (!understands(found.model, input.language)) return withoutText(LANGUAGE_NOTICE)
      return listen(found, input, options)
    },
  }

  async function listen(
    { activity, model }: Found,
    { wavPath, durationMs, workFolder, language, memory }: TranscribeInput,
    { signal, onProgress }: TranscribeOptions,
  ): Promise<Transcript> {
    const pieces = await recallPieces(memory, model.id)
    const fromMs = pieces.resumeMs
    const job: TranscribeJob = {
      wavPath: resolve(wavPath),
      fromMs,
      activityPath: partOfModel(modelsFolder, activity, '.onnx'),
      recogniser: getRecogniser(model, modelsFolder),
      threads: modelThreads(),
    }
    await runSherpa({
      worker,
      job,
      workFolder,
      durationMs: durationMs - fromMs,
      reports: heardReportSchema,
      onReport: (report) => {
        if ('heard' in report) return pieces.add(report.heard)
        if (report.pause) pieces.keepUntil(report.doneMs)
        onProgress(report.doneMs)
      },
      signal,
    }).catch(async (error: unknown) => {
      await pieces.kept().catch(() => {})
      rethrow(error)
    })
    await pieces.kept()
    const { heard } = pieces
    if (heard.length === 0) return withoutText(NO_SPEECH_NOTICE)
    const segments = heard.map((segment, index) => ({ id: `s${index + 1}`, ...segment }))
    // With several languages the library does not report the recognized one, so it is detected from the text.
    const spoken = language ?? (model.languages.length === 1 ? model.languages[0] : null) ?? null
    return {
      segments,
      info: { source: 'sherpa', draft: TRANSCRIBERS.sherpa.draft, language: spoken, notice: null },
    }
  }
}

function getRecogniser(model: Model, folder: string): TranscribeJob['recogniser'] {
  const path = (part: string) => partOfModel(folder, model, part)
  const common = { encoder: path('encoder'), decoder: path('decoder'), tokens: path('tokens') }
  return model.kind === 'transducer'
    ? { kind: 'transducer', ...common, joiner: path('joiner') }
    : { kind: 'whisper', ...common }
}

function getNames(languages: readonly string[]): string {
  return languages.length > MOST_NAMED ? `${languages.length} languages` : languages.join(', ')
}

function understands({ languages }: Model, language: string | null): boolean {
  return language === null || languages.includes(language.split('-')[0]?.toLowerCase() ?? '')
}

function getStatus(ready: boolean, note: string): EngineStatus {
  return { name: 'sherpa', ready, sends_to: null, note, cost_ratio: COST_RATIO }
}

function rethrow(error: unknown): never {
  if (!(error instanceof ProcessFailed)) throw error
  // Only the system's out-of-memory killer or an operator ends it this way.
  if (error.endedBy === 'SIGKILL' && error.reason === 'exit')
    throw new TransientFailure('engine_stopped', 'The speech model stopped before it finished.', { cause: error })
  throw new PermanentFailure('engine_unusable', UNUSABLE, { cause: error })
}
