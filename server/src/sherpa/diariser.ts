import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { voiceReportSchema, type DiariseJob } from './jobs.ts'
import { createModelFinder, partOfModel } from '../speech-models/model-folder.ts'
import type { Model } from '../speech-models/manifest.ts'
import type { DiariseInput, Diariser } from '../speakers/diariser.ts'
import { assignTurns, type LabelledTurn } from '../speakers/assign-turns.ts'
import { createSherpaCheck, modelThreads, NO_LIBRARY, runSherpa } from './run-sherpa.ts'

interface SherpaDiariserOptions {
  /** The folder MODELS_DIR. */
  modelsFolder: string
  /** Models in order of preference. */
  models: readonly Model[]
  /** Script of the child process. */
  worker?: string
}

/** Paths of the models' files. */
type Found = Pick<DiariseJob, 'segmentationPath' | 'embeddingPath'>

const MISSING = 'No speaker models installed. Run npm run models -- pull'
const DAMAGED = 'A speaker model is damaged. Run npm run models -- verify'

const WORKER = fileURLToPath(new URL('diariser-worker.ts', import.meta.url))
/** Seconds of work per second of audio on two small cores: an estimate. */
const COST_RATIO = 0.2
const HOUR_MS = 3_600_000
/**
 * The library loads the audio as a whole, 230 MB an hour. With test models an hour took 0.75 GB in total, four took 1.4
 * GB.
 */
const LONGEST_MS = 4 * HOUR_MS
/**
 * The models read windows of ten seconds in steps of one. The library's memory grows with the square of the number of
 * windows.
 */
const WINDOW_MS = 10_000
const FINEST_SHIFT = 0.1
const MOST_WINDOWS = 3600

/**
 * Speaker diarization on this machine by sherpa-onnx, in a child process, so that a broken model can't crash the
 * server.
 */
export function createSherpaDiariser({ modelsFolder, models, worker = WORKER }: SherpaDiariserOptions): Diariser {
  const findModel = createModelFinder(modelsFolder, models)
  const hasLibrary = createSherpaCheck(worker)

  /** @returns a sentence when they can't be used. */
  async function find(signal: AbortSignal): Promise<Found | string> {
    const segmentation = await findModel(['speaker-segmentation'], signal)
    const embedding = await findModel(['speaker-embedding'], signal)
    if (segmentation === 'damaged' || embedding === 'damaged') return DAMAGED
    if (segmentation === 'missing' || embedding === 'missing') return MISSING
    return {
      segmentationPath: partOfModel(modelsFolder, segmentation, '.onnx'),
      embeddingPath: partOfModel(modelsFolder, embedding, '.onnx'),
    }
  }

  return {
    name: 'sherpa',
    async status() {
      const found = await find(new AbortController().signal)
      if (typeof found === 'string') return getStatus(false, found)
      return (await hasLibrary())
        ? getStatus(true, 'Separates voices with models on this server.')
        : getStatus(false, NO_LIBRARY)
    },
    async diarise(input, signal) {
      const found = await find(signal)
      if (typeof found === 'string') throw new PermanentFailure('engine_unusable', `${found}.`)
      if (input.durationMs > LONGEST_MS)
        throw new PermanentFailure(
          'engine_unusable',
          `Models separate speakers in recordings of up to ${LONGEST_MS / HOUR_MS} hours.`,
        )
      return assignTurns(await listen(found, input, signal), input.count)
    },
  }

  async function listen(
    found: Found,
    { wavPath, durationMs, count, workFolder }: DiariseInput,
    signal: AbortSignal,
  ): Promise<LabelledTurn[]> {
    const windowShift = Math.max(FINEST_SHIFT, durationMs / WINDOW_MS / MOST_WINDOWS)
    const job: DiariseJob = { wavPath: resolve(wavPath), ...found, count, windowShift, threads: modelThreads() }
    const turns: LabelledTurn[] = []
    await runSherpa({
      worker,
      job,
      workFolder,
      durationMs,
      reports: voiceReportSchema,
      onReport: (turn) => void turns.push(turn),
      signal,
    })
    return turns
  }
}

function getStatus(ready: boolean, note: string): EngineStatus {
  return { name: 'sherpa', ready, sends_to: null, note, cost_ratio: COST_RATIO }
}
