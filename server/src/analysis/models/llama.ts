import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { PermanentFailure, TransientFailure } from '../../kernel/errors.ts'
import { ProcessFailed } from '../../process/process-failed.ts'
import { createLibraryCheck, runWorker, START_TIMEOUT_MS } from '../../process/run-worker.ts'
import { createModelLookup, partOfModel, type Found } from '../../speech-models/model-folder.ts'
import type { Model } from '../../speech-models/manifest.ts'
import { neededBytes, thisMachine, writingModelsFor, type Machine } from '../../speech-models/choose-model.ts'
import { modelBytes } from '../../speech-models/sizes.ts'
import type { AnalyseInput, AnalyseOptions, AnalysisDraft, Analyst } from '../analyst.ts'
import { llamaReportSchema, type LlamaJob } from './llama-job.ts'

export interface LlamaAnalystParts {
  /** The folder MODELS_DIR. */
  modelsFolder: string
  /** The known models. */
  models: readonly Model[]
  /** Script of the child process. */
  worker?: string
  /** The compute resources available now. */
  machine?: () => Machine
  /** Time without an answer after which the model is stopped. */
  stallMs?: number
}

const WORKER = fileURLToPath(new URL('llama-worker.ts', import.meta.url))
const MISSING = 'No recap model installed. Run npm run models -- pull --model writing'
const DAMAGED = 'A recap model is damaged. Run npm run models -- verify'
const NO_LIBRARY = 'The optional package node-llama-cpp isn’t installed or doesn’t run on this machine'
const UNUSABLE = 'This server’s recap model is damaged, or the machine has too little memory for it.'

/** Users don't wait for it: a first recap is shown before. */
const COST_RATIO = 0
/** An hour of call has about 50 questions, and any call has at least a few. */
const HOUR_TOKENS = { tokens: 12_000, least_tokens: 2000 }
const GIB = 1024 ** 3
const MINUTE_MS = 60_000
/** A question takes seconds, or minutes on a busy machine; loading the model comes before the first. */
const STALL_MS = 10 * MINUTE_MS
/** Limits processor time: a base for any call, plus this many times its length. */
const LEAST_MS = 10 * MINUTE_MS
const TIMEOUT_PER_CALL = 2
/** Memory of the library besides model and context. */
const LIBRARY_BYTES = GIB / 2
/**
 * Address space of the process without its model, most of it only reserved: about 6 GiB by Node, the rest for context
 * and computing. The model may be mapped twice, as a file and in the processor's preferred layout.
 */
const PROCESS_BYTES = 12 * GIB

/**
 * Analysis by a language model on this machine: llama.cpp in a child process, so that a broken model can't crash the
 * server.
 */
export function createLlamaAnalyst({
  modelsFolder,
  models,
  worker = WORKER,
  machine = thisMachine,
  stallMs = STALL_MS,
}: LlamaAnalystParts): Analyst {
  const hasLibrary = createLibraryCheck(worker, PROCESS_BYTES)
  const lookup = createModelLookup(modelsFolder)

  return {
    name: 'llama',
    async status() {
      const { memoryBytes, cores } = machine()
      const found = await lookup.quick(writingModelsFor(models, memoryBytes, cores))
      if (typeof found === 'string') return getStatus(await whyNone(found, memoryBytes), null)
      return (await hasLibrary()) ? getStatus(null, found) : getStatus(NO_LIBRARY, null)
    },
    async analyse(input, options) {
      const { memoryBytes, freeBytes, cores } = machine()
      const found = await lookup.whole(writingModelsFor(models, freeBytes, cores), options.signal)
      if (typeof found !== 'string') return write(found, { freeBytes, cores }, input, options)
      // Less memory is free than usual.
      if (found === 'missing' && typeof (await lookup.quick(writingModelsFor(models, memoryBytes, cores))) !== 'string')
        throw new TransientFailure('model_memory')
      throw new PermanentFailure('model_unusable', `${await whyNone(found, memoryBytes)}.`)
    },
  }

  /** An installed model that needs more memory than there is has its own reason. */
  async function whyNone(found: Extract<Found, string>, memoryBytes: number): Promise<string> {
    if (found === 'damaged') return DAMAGED
    const here = await lookup.quick(models.filter(({ kind }) => kind === 'writing'))
    if (typeof here === 'string') return here === 'damaged' ? DAMAGED : MISSING
    return `The recap model (${here.id}) needs ${inGigabytes(neededBytes(here))} of memory, but this server has ${inGigabytes(memoryBytes)}`
  }

  async function write(
    model: Model,
    { freeBytes, cores }: Omit<Machine, 'memoryBytes'>,
    input: AnalyseInput,
    options: AnalyseOptions,
  ): Promise<AnalysisDraft> {
    const { signal, onProgress } = options
    const contextBytes = freeBytes - modelBytes(model) - LIBRARY_BYTES
    const job: LlamaJob = {
      model: model.id,
      modelPath: resolve(partOfModel(modelsFolder, model, '.gguf')),
      threads: cores,
      contextBytes,
      known: (await options.checkpoint?.read()) ?? {},
      input,
    }
    const answers = { ...job.known }
    const callMs = input.segments.at(-1)?.end_ms ?? 0
    const memoryBytes = PROCESS_BYTES + 2 * modelBytes(model)
    const workFolder = await mkdtemp(join(tmpdir(), 'callfolio-recap-'))
    let draft: AnalysisDraft | null = null
    try {
      await runWorker({
        worker,
        job,
        workFolder,
        timeoutMs: START_TIMEOUT_MS + LEAST_MS + TIMEOUT_PER_CALL * callMs,
        stallMs,
        memoryBytes,
        reports: llamaReportSchema,
        onReport: (report) => {
          if ('failed' in report) throw new PermanentFailure('recap_failed', report.failed)
          if ('draft' in report) ({ draft } = report)
          else if ('question' in report) {
            answers[report.question] = report.answer
            options.checkpoint?.write(answers)
          } else onProgress(report.done, report.detail)
        },
        signal,
      }).catch((error: unknown) => rethrow(error, stallMs))
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
    if (draft === null) throw new PermanentFailure('model_unusable', UNUSABLE)
    onProgress(1)
    return draft
  }
}

/** @param why a reason for not being ready. */
function getStatus(why: string | null, model: Model | null): EngineStatus {
  const hour = model === null ? {} : { hour: { model: model.id, ...HOUR_TOKENS, dollars: null } }
  return {
    name: 'llama',
    ready: why === null,
    sends_to: null,
    note:
      why ??
      `Model ${model?.id}. Recaps take minutes. Until one is ready, the microsite shows the built-in engine’s recap.`,
    cost_ratio: COST_RATIO,
    ...hour,
  }
}

function inGigabytes(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GB`
}

function rethrow(error: unknown, stallMs: number): never {
  if (!(error instanceof ProcessFailed)) throw error
  if (error.reason === 'timeout')
    throw new PermanentFailure(
      'recap_timed_out',
      `This server’s recap model didn’t respond for ${Math.ceil(stallMs / MINUTE_MS)} minutes.`,
      { cause: error },
    )
  // Only the system's out-of-memory killer or an operator ends it this way.
  if (error.endedBy === 'SIGKILL' && error.reason === 'exit')
    throw new TransientFailure('model_stopped', undefined, { cause: error })
  throw new PermanentFailure('model_unusable', UNUSABLE, { cause: error })
}
