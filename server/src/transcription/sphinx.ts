import { mkdtemp, symlink } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { severalAtOnce } from '../kernel/concurrency.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import type { Media, TimeRange } from '../media/media.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { withoutText } from './no-text.ts'
import { DEBIAN_MODEL_FOLDER, findSphinxModel, recogniseBatch, type SphinxModel } from './sphinx-batch.ts'
import { LANGUAGE_NOTICE, toTranscript } from './sphinx-transcript.ts'
import { planUtterances } from './sphinx-utterances.ts'
import type { TranscribeInput, TranscribeOptions, Transcriber, Transcript } from './transcriber.ts'

interface SphinxOptions {
  /** Path of pocketsphinx_batch; null: not installed. */
  program: string | null
  /** Folder of the US English model; Debian's by default. */
  modelFolder?: string
  media: Pick<Media, 'silences'>
}

interface Recogniser {
  program: string
  model: SphinxModel
}

const INSTALL_LINE = 'apt-get install pocketsphinx pocketsphinx-en-us'
/** CPU seconds per second of speech on one core of a small server. */
const CPU_RATIO = 0.22
/** More processes would starve other work on the machine. */
const MAX_LANES = 2
/** Each batch loads the model again (0.4 s), but work can report progress and stop between batches. */
const MAX_BATCH_MS = 120_000
const MIN_BATCH_MS = 20_000
const BATCHES_PER_LANE = 4

/** The speech engine that needs no network: pocketsphinx, for English, as a draft. */
export function createSphinxTranscriber({
  program,
  modelFolder = DEBIAN_MODEL_FOLDER,
  media,
}: SphinxOptions): Transcriber {
  const findRecogniser = async (): Promise<Recogniser | null> => {
    const model = await findSphinxModel(modelFolder)
    return program === null || model === null ? null : { program, model }
  }
  return {
    name: 'sphinx',
    async status() {
      return describeStatus((await findRecogniser()) !== null)
    },
    async transcribe(input, options) {
      if (!isEnglish(input.language)) return withoutText(LANGUAGE_NOTICE)
      const recogniser = await findRecogniser()
      if (recogniser === null)
        throw new PermanentFailure('engine_unusable', `The built-in speech engine isn’t installed (${INSTALL_LINE}).`)
      return transcribe(recogniser, media, input, options)
    },
  }
}

async function transcribe(
  recogniser: Recogniser,
  media: SphinxOptions['media'],
  input: TranscribeInput,
  { signal, onProgress }: TranscribeOptions,
): Promise<Transcript> {
  const silences = await media.silences(input.wavPath, { signal })
  const utterances = await planUtterances(input.wavPath, input.durationMs, silences)
  const wavPath = await linkUnderPlainName(input)
  let doneMs = 0
  const totalMs = getLength(utterances)
  const recognised = await severalAtOnce(
    planBatches(utterances),
    lanes(),
    signal,
    async (batch, index, batchSignal) => {
      const results = await recogniseBatch({
        ...recogniser,
        wavPath,
        utterances: batch,
        name: `batch-${index}`,
        signal: batchSignal,
      }).catch(rethrow)
      doneMs += getLength(batch)
      // Silence takes no time, so progress is a share of the whole recording.
      onProgress(Math.round((doneMs / totalMs) * input.durationMs))
      return results
    },
  )
  return toTranscript(recognised.flat())
}

/** The recognizer splits its work lists at spaces, so the WAV gets a name without any, in its own folder. */
async function linkUnderPlainName({ wavPath, workFolder }: TranscribeInput): Promise<string> {
  const link = join(await mkdtemp(join(resolve(workFolder), 'sphinx-')), 'speech.wav')
  await symlink(resolve(wavPath), link)
  return link
}

/**
 * Groups consecutive utterances into batches of about two minutes, less in a short recording so that it reports
 * progress too.
 */
function planBatches(utterances: readonly TimeRange[]): TimeRange[][] {
  const targetMs = Math.min(MAX_BATCH_MS, Math.max(MIN_BATCH_MS, getLength(utterances) / (lanes() * BATCHES_PER_LANE)))
  const batches: TimeRange[][] = []
  for (const utterance of utterances) {
    const batch = batches.at(-1)
    if (batch === undefined || getLength(batch) + getLength([utterance]) > targetMs) batches.push([utterance])
    else batch.push(utterance)
  }
  return batches
}

function getLength(ranges: readonly TimeRange[]): number {
  return ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}

function lanes(): number {
  return Math.min(MAX_LANES, availableParallelism())
}

function isEnglish(language: string | null): boolean {
  return language === null || /^en(?:-|$)/i.test(language)
}

function describeStatus(ready: boolean): EngineStatus {
  const limits = 'English only. Drafts with many wrong words.'
  return {
    name: 'sphinx',
    ready,
    sends_to: null,
    note: ready ? limits : `Not installed: ${INSTALL_LINE}`,
    cost_ratio: CPU_RATIO / lanes(),
  }
}

function rethrow(error: unknown): never {
  if (error instanceof ProcessFailed)
    throw new TransientFailure('engine_stopped', 'The built-in speech engine stopped before it finished.', {
      cause: error,
    })
  throw error
}
