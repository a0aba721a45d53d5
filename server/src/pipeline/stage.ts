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

/** What the pipeline works with. */
export interface PipelineParts {
  storage: Storage
  media: Media
  /** In order of preference; the first that is ready is used. */
  transcribers: readonly Transcriber[]
  /** In order of preference; the first that is ready is used, and the next where it fails. */
  diarisers: readonly Diariser[]
  analyst: Analyst
  /** Those that can be asked by name for a recap anew; they have no fallback. */
  analysts: readonly Analyst[]
  /** Has the recap of the sample call; absent: it is analysed like any other. */
  sampleAnalyst?: Analyst
  /** How an analyst's model did in its trial; absent: no trial decides. */
  modelBehind?: (analyst: string, model: string) => Promise<ModelBehind | null>
  /** Does what takes longer the longer a call is. */
  tasks: Pick<TaskRunner, 'run'>
  clock: Clock
  log: Logger
  /** Called after each stage that ran. */
  onStageRun?: (run: { name: StageName; outcome: 'done' | 'failed' | 'stopped'; seconds: number }) => void
  /** Where each run makes its private folder; best on the storage's own disk. */
  tempDir: string
}

/** What a running stage is given. */
export interface StageContext {
  recording: Recording
  parts: PipelineParts
  /** Private folder for temporary files; removed after the run. */
  workFolder: string
  signal: AbortSignal
  /** What an earlier stage left behind. */
  output: <N extends StageName>(name: N) => Output<N>
  /** Reports how fast an engine was: seconds of work for seconds of sound. */
  measured: (engine: string, soundSeconds: number, seconds: number) => Promise<void>
  /** To be called before work that takes long. */
  beginLongWork: () => void
  /** Reports how far the stage is, 0–1, and what it has done in words and numbers. */
  report: (fraction: number, detail?: string | null) => void
}

/** A step of the work that is remembered when it is done: a job that was killed goes on after it. */
export interface Stage<N extends StageName = StageName> {
  name: N
  /** One of the seven steps people see (shared/steps.ts). */
  step: number
  /** Share of the whole job's progress, relative to the other stages. */
  weight: number
  run(context: StageContext): Promise<Output<N>>
  /** Hands the output on. Called in every run that passes here, also when the output was remembered. */
  deliver?(output: Output<N>, sink: RecordingSink, context: StageContext): Promise<void>
}

/** A stage of any name. */
export type AnyStage = { [N in StageName]: Stage<N> }[StageName]
