import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analysis, Analyst } from '../analysis/analyst.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { createFfmpegMedia } from '../media/ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg, type FixtureMaker } from '../media/fixtures.testing.ts'
import { createClusteringDiariser } from '../speakers/clustering.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import type { Storage } from '../storage/storage.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import { TASKS } from '../tasks/tasks.ts'
import type { Transcriber, Transcript } from '../transcription/transcriber.ts'
import type { Engines, Playable, Progress, Recording, RecordingSink } from './recording.ts'
import { FULL_ORDER, type Order } from './order.ts'
import type { StageName } from './outputs.ts'
import type { AnyStage, PipelineParts, StageContext } from './stage.ts'

/** A folder storage, the real media tools and a recording's locations, all in one temporary folder. */
export interface PipelineFixture {
  storage: Storage
  fixtures: FixtureMaker
  parts: PipelineParts
  /** Uploads a file made by `fixtures`. @returns the recording to process. */
  upload(path: string, key: string, given?: Partial<Recording>): Promise<Recording>
  /** Names of the temporary files that runs left behind. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export async function openPipelineFixture(): Promise<PipelineFixture> {
  const root = await mkdtemp(join(tmpdir(), 'pipeline-test-'))
  const tempDir = join(root, 'tmp')
  const programs = await installedFfmpeg()
  const links = createLinkSigner({ secretKey: 'only for this test', clock: systemClock })
  const storage = createDiskStorage({ root: join(root, 'bucket'), links })
  return {
    storage,
    fixtures: createFixtureMaker(programs, root),
    parts: {
      storage,
      media: createFfmpegMedia(programs),
      transcribers: [scriptedTranscriber(SPOKEN)],
      diarisers: [createClusteringDiariser()],
      analyst: quotingAnalyst(),
      analysts: [],
      tasks: tasksHere,
      clock: systemClock,
      log: createLogger('silent'),
      tempDir,
    },
    async upload(path, key, given) {
      await storage.adopt(path, key)
      return recording({ sourceKey: key, ...given })
    },
    leftovers: () => readdir(tempDir),
    close: () => rm(root, { recursive: true }),
  }
}

export function recording(given: Partial<Recording> = {}): Recording {
  return {
    id: 'call',
    folder: 'u/derived/call/',
    sourceKey: null,
    keptKey: null,
    captions: null,
    tracks: [],
    ownName: null,
    wanted: null,
    rerun: null,
    redacted: [],
    date: null,
    title: null,
    names: [],
    participants: [],
    description: null,
    language: null,
    recapLanguage: null,
    maxVideoSeconds: null,
    ...given,
  }
}

/** Runs tasks in the process of the tests. */
const tasksHere: Pick<TaskRunner, 'run'> = {
  run: (name, input) => (TASKS[name] as (given: typeof input) => ReturnType<TaskRunner['run']>)(input) as never,
}

/** The transcript of the scripted engine. */
export const SPOKEN: Segment[] = [
  { id: 's1', start_ms: 0, end_ms: 900, speaker: 'Dana', text: 'We can ship the first pallets in March.' },
  { id: 's2', start_ms: 1000, end_ms: 1900, speaker: 'Lee', text: 'Then I will send you the contract on Friday.' },
]

/** A speech engine that returns the same transcript for every recording and counts its calls. */
export function scriptedTranscriber(
  segments: Segment[],
  { name = 'sphinx', ready = true }: { name?: Transcriber['name']; ready?: boolean } = {},
): Transcriber & { asked: number } {
  return {
    name,
    asked: 0,
    status: async () => ({ name, ready, sends_to: null, note: null, cost_ratio: 1 }),
    async transcribe({ durationMs }, { onProgress }) {
      this.asked += 1
      onProgress(durationMs / 2)
      return { segments, info: { source: name, draft: false, language: 'en', notice: null } }
    },
  }
}

/** An analyst that quotes every line, and counts its calls. */
export function quotingAnalyst(): Analyst & { asked: number } {
  return {
    name: 'extractive',
    asked: 0,
    status: async () => ({ name: 'extractive', ready: true, sends_to: null, note: null, cost_ratio: 0 }),
    async analyse({ segments }, { onProgress }) {
      this.asked += 1
      onProgress(1)
      const items = segments.map(({ id, text }) => ({ text, segmentIds: [id] }))
      return {
        title: 'A call',
        summary: items.slice(0, 1),
        quotes: items,
        actionPoints: [],
        importantPoints: [],
        todoList: [],
      }
    },
  }
}

/** A sink that keeps its results, as a microsite does: a second call with the same content changes nothing. */
export interface KeptRecording extends RecordingSink {
  reported: Progress[]
  page: { playable?: Playable; transcript?: Transcript; analysis?: Analysis; engines?: Engines; notice?: string | null }
}

export function keepRecording(): KeptRecording {
  const reported: Progress[] = []
  const page: KeptRecording['page'] = {}
  return {
    reported,
    page,
    progress: async (progress) => void reported.push(progress),
    playable: async (playable) => void (page.playable = playable),
    transcript: async (transcript) => void (page.transcript = transcript),
    publish: async (analysis, engines, notice) => void Object.assign(page, { analysis, engines, notice }),
  }
}

/** A stage order in which a stage does its work and its process is killed before the output is stored. */
export function diesAfter(name: StageName): Order {
  const dying = (stage: AnyStage): AnyStage => ({
    ...stage,
    async run(context: StageContext) {
      await stage.run(context)
      throw new Error('killed')
    },
  })
  return FULL_ORDER.map((group) => group.map((stage) => (stage.name === name ? dying(stage) : stage)))
}
