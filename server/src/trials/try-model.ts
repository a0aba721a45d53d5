import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalysisUse } from '@callfolio/shared/contract/microsite.ts'
import type { Analysis, Analyst, Checkpoint } from '../analysis/analyst.ts'
import { TEXT_ONLY_ORDER } from '../pipeline/order.ts'
import { createPipeline } from '../pipeline/pipeline.ts'
import type { Recording, RecordingSink } from '../pipeline/recording.ts'
import type { PipelineParts } from '../pipeline/stage.ts'
import type { Storage } from '../storage/storage.ts'
import { scoreRecap, type Score } from './score.ts'
import type { TrialCall } from './trial-calls.ts'

/** The dependencies of the pipeline besides the tested analyst. */
export interface TrialParts extends Omit<PipelineParts, 'analyst' | 'analysts' | 'storage' | 'modelBehind'> {
  /** Storage in its own folder. */
  openStorage: (root: string) => Storage
}

export interface TriedCall {
  score: Score
  use: AnalysisUse | null
  callSeconds: number
}

interface TryOptions {
  signal: AbortSignal
  /** Outlives this attempt. */
  checkpoint: Checkpoint
  /** Gets the progress of the analysis, 0–1, and its current activity. */
  report: (progress: number, detail: string | null) => void
}

const ID = 'trial'

/**
 * Has an analyst write the recap of a trial call, through the same pipeline as any recording.
 * @throws what the analyst throws: there is no fallback.
 */
export async function tryModel(
  analyst: Analyst,
  { captions, expected }: TrialCall,
  { openStorage, ...parts }: TrialParts,
  { signal, checkpoint, report }: TryOptions,
): Promise<TriedCall> {
  await mkdir(parts.tempDir, { recursive: true })
  // Named so that the cleanup after killed processes finds it.
  const folder = await mkdtemp(join(parts.tempDir, `recording-${ID}-`))
  try {
    const root = join(folder, 'storage')
    await mkdir(root)
    const taken = createSink()
    const pipeline = createPipeline(
      {
        ...parts,
        storage: openStorage(root),
        tempDir: join(folder, 'work'),
        analyst: watched(analyst, { checkpoint, report }),
        analysts: [],
      },
      TEXT_ONLY_ORDER,
    )
    await pipeline.process(getRecording(captions, expected.date), taken.sink, { signal })
    const { analysis, speakers, callSeconds } = taken.made()
    return { score: scoreRecap(analysis, expected, speakers), use: analysis.use ?? null, callSeconds }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reports the analyst's own progress, because it takes most of the time, and stores its answers elsewhere. */
function watched(analyst: Analyst, { checkpoint, report }: Pick<TryOptions, 'checkpoint' | 'report'>): Analyst {
  return {
    ...analyst,
    analyse: (input, options) =>
      analyst.analyse(input, {
        ...options,
        checkpoint,
        onProgress(fraction, detail = null) {
          report(fraction, detail)
          options.onProgress(fraction, detail)
        },
      }),
  }
}

function createSink() {
  let analysis: Analysis | null = null
  let speakers: string[] = []
  let callSeconds = 0
  const sink: RecordingSink = {
    progress: async () => {},
    playable: async () => {},
    async transcript({ segments }) {
      speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))]
      callSeconds = (segments.at(-1)?.end_ms ?? 0) / 1000
    },
    publish: async (made) => void (analysis = made),
  }
  return {
    sink,
    made() {
      if (analysis === null) throw new Error('the pipeline ended without a recap')
      return { analysis, speakers, callSeconds }
    },
  }
}

function getRecording(captions: string, date: string): Recording {
  return {
    id: ID,
    folder: `${ID}/`,
    sourceKey: null,
    keptKey: null,
    captions,
    tracks: [],
    ownName: null,
    wanted: null,
    rerun: null,
    redacted: [],
    date,
    title: null,
    names: [],
    participants: [],
    description: null,
    language: 'en',
    recapLanguage: null,
    maxVideoSeconds: null,
  }
}
