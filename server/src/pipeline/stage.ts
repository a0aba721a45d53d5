import type { Analyst } from '../analysis/analyst.ts'
import type { ModelBehind } from '../analysis/verification/trust.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Media } from '../media/media.ts'
import type { Diariser } from '../speakers/diariser.ts'
import type { Storage } from '../storage/storage.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import type { Output, StageName } from './outputs.ts'
import type { Recording, RecordingSink } from './recording.ts'

/** The dependencies of the pipeline. */
export interface PipelineParts {
  storage: Storage
  media: Media
  /** In order of preference; the first that is ready is used. */
  transcribers: readonly Transcriber[]
  /** In order of preference; the first that is ready is used, and the next if it fails. */
  diarisers: readonly Diariser[]
  analyst: Analyst
  /** Analysts that can be requested by name for a new recap; they have no fallback. */
  analysts: readonly Analyst[]
  /** Has the recap of the sample call; absent: it is analyzed like any other. */
  sampleAnalyst?: Analyst
  /** Trial result of an analyst's model; absent: no trial decides. */
  modelBehind?: (analyst: string, model: string) => Promise<ModelBehind | null>
  /** Runs computations whose time grows with the length of a call. */
  tasks: Pick<TaskRunner, 'run'>
  clock: Clock
  log: Logger
  /** Called after each stage that ran. */
  onStageRun?: (run: { name: StageName; outcome: 'done' | 'failed' | 'stopped'; seconds: number }) => void
  /** Where each run makes its private folder; best on the storage's own disk. */
  tempDir: string
}

/** The context of a running stage. */
export interface StageContext {
  recording: Recording
  parts: PipelineParts
  /** Private folder for temporary files; removed after the run. */
  workFolder: string
  signal: AbortSignal
  /** The output of an earlier stage. */
  output: <N extends StageName>(name: N) => Output<N>
  /** Reports the speed of an engine: seconds of work for seconds of audio. */
  measured: (engine: string, soundSeconds: number, seconds: number) => Promise<void>
  /** Call this before long work. */
  beginLongWork: () => void
  /** Reports the stage's progress, 0–1, and the work done in words and numbers. */
  report: (fraction: number, detail?: string | null) => void
}

/** A step of the work whose output is stored when it is done, so that a killed job resumes after it. */
export interface Stage<N extends StageName = StageName> {
  name: N
  /** One of the seven steps shown to users (shared/progress/steps.ts). */
  step: number
  /** Share of the whole job's progress, relative to the other stages. */
  weight: number
  run(context: StageContext): Promise<Output<N>>
  /** Delivers the output. Called in every run, also when the output was stored by an earlier one. */
  deliver?(output: Output<N>, sink: RecordingSink, context: StageContext): Promise<void>
}

/** A stage of any name. */
export type AnyStage = { [N in StageName]: Stage<N> }[StageName]
