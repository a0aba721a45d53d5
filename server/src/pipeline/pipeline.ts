import { readJson } from '../storage/read-stored.ts'
import { FULL_ORDER, RECAP_ORDER, type Order } from './order.ts'
import { outputKey, OUTPUTS, type Output, type StageName } from './outputs.ts'
import { createProgressReporter, type ProgressReporter } from './progress-reporter.ts'
import type { Recording, RecordingSink } from './recording.ts'
import type { AnyStage, PipelineParts, Stage, StageContext } from './stage.ts'
import { makeWorkFolder, removeWorkFolder } from './work-folders.ts'

export interface ProcessOptions {
  signal: AbortSignal
  /** Progress of an earlier run, 0–1: the reported progress never falls below it. */
  reached?: number
  /**
   * Called when a stage is stored, and for those that an earlier run stored. @param finished number of stored stages.
   */
  onStage?: (finished: number) => Promise<void>
  /** Called before long work: transcription, conversion, diarization. An error from it ends the run. */
  onLongWork?: () => void
}

export interface Pipeline {
  /**
   * Takes a recording from its last finished stage to the published page.
   * @throws {PermanentFailure} with a sentence for the rep. @throws {TransientFailure} when a retry may succeed.
   */
  process(recording: Recording, sink: RecordingSink, options: ProcessOptions): Promise<void>
  /** @returns how many stages of its work are stored. */
  finished(recording: Recording): Promise<number>
}

type Outputs = { [N in StageName]?: Output<N> }
type Run = Omit<StageContext, 'signal' | 'report'> & {
  outputs: Outputs
  /** Number of stored stages; it rises with each, including concurrent ones. */
  finished: Set<StageName>
  sink: RecordingSink
  reporter: ProgressReporter
  onStage: ProcessOptions['onStage']
}

export function createPipeline(parts: PipelineParts, order: Order = FULL_ORDER): Pipeline {
  const groupsFor = ({ rerun }: Recording) => (rerun === null ? order : RECAP_ORDER)
  return {
    async finished(recording) {
      const stages = groupsFor(recording).flat()
      const remembered = await Promise.all(stages.map(({ name }) => readRemembered(parts, recording, name)))
      return remembered.filter((output) => output !== null).length
    },

    async process(recording, sink, { signal, reached = 0, onStage, onLongWork = () => {} }) {
      const workFolder = await makeWorkFolder(parts.tempDir, recording.id)
      const groups = groupsFor(recording)
      const reporter = createProgressReporter({
        stages: groups.flat(),
        sink,
        clock: parts.clock,
        log: parts.log,
        signal,
        reached,
      })
      const outputs: Outputs = {}
      const run: Run = {
        recording,
        parts,
        workFolder,
        outputs,
        finished: new Set(),
        sink,
        reporter,
        onStage,
        beginLongWork: onLongWork,
        measured: async (...speed) => sink.measured?.(...speed),
        output: (name) => existing(outputs, name),
      }
      try {
        for (const stages of groups) await runTogether(stages, run, signal)
      } finally {
        await reporter.flush()
        await removeWorkFolder(workFolder)
      }
    },
  }
}

/** Runs the stages concurrently; the first failure stops the others and is thrown. */
async function runTogether(stages: readonly AnyStage[], run: Run, signal: AbortSignal): Promise<void> {
  const failed = new AbortController()
  const together = AbortSignal.any([signal, failed.signal])
  const remembered = new Map<AnyStage, Output<StageName> | null>()
  for (const stage of stages) remembered.set(stage, await readRemembered(run.parts, run.recording, stage.name))
  const toDo = stages.filter((stage) => remembered.get(stage) === null)
  const known = stages.filter((stage) => !toDo.includes(stage))
  for (const { name } of known) run.finished.add(name)
  // The process may have been killed right after it stored them.
  if (known.length > 0) await run.onStage?.(run.finished.size)
  if (toDo.length > 0) await run.reporter.begin(toDo)
  await Promise.allSettled(
    stages.map((stage) =>
      runStage(stage, remembered.get(stage) ?? null, run, together).catch((error: unknown) => failed.abort(error)),
    ),
  )
  // Keeps the first reason: later errors are caused by the abort.
  failed.signal.throwIfAborted()
}

async function runStage<N extends StageName>(
  stage: Stage<N>,
  remembered: Output<StageName> | null,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const context: StageContext = {
    ...run,
    signal,
    report: (fraction, detail = null) => run.reporter.report(stage as AnyStage, fraction, detail),
  }
  const output = (remembered as Output<N> | null) ?? (await runAndRemember(stage, context, run))
  signal.throwIfAborted()
  await stage.deliver?.(output, run.sink, context)
  run.outputs[stage.name] = output as Outputs[N]
  run.reporter.finish(stage as AnyStage)
}

async function runAndRemember<N extends StageName>(
  stage: Stage<N>,
  context: StageContext,
  run: Run,
): Promise<Output<N>> {
  const output = await watched(stage, context)
  // A worker that lost its job must not overwrite the next one's output.
  context.signal.throwIfAborted()
  await context.parts.storage.write(outputKey(context.recording, stage.name), JSON.stringify(output))
  await run.onStage?.(run.finished.add(stage.name).size)
  return output
}

async function watched<N extends StageName>(stage: Stage<N>, context: StageContext): Promise<Output<N>> {
  const began = performance.now()
  let outcome: 'done' | 'failed' = 'failed'
  try {
    const output = await stage.run(context)
    outcome = 'done'
    return output
  } finally {
    const seconds = (performance.now() - began) / 1000
    context.parts.onStageRun?.({ name: stage.name, outcome: context.signal.aborted ? 'stopped' : outcome, seconds })
  }
}

/** The stage's output from an earlier run; null: missing, or in an outdated form. */
async function readRemembered(
  { storage }: PipelineParts,
  recording: Recording,
  name: StageName,
): Promise<Output<StageName> | null> {
  const parsed = OUTPUTS[name].safeParse(await readJson(storage, outputKey(recording, name)))
  return parsed.success ? parsed.data : null
}

function existing<N extends StageName>(outputs: Outputs, name: N): Output<N> {
  const output = outputs[name]
  if (output === undefined) throw new Error(`the stage ${name} has not run yet`)
  return output
}
