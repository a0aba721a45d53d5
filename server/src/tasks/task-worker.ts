import { flushCompileCache } from 'node:module'
import { PermanentFailure } from '../kernel/errors.ts'
import type { TaskAnswer, TaskMessage, TaskName } from './task-runner.ts'
import { preload, TASKS } from './tasks.ts'

/** Runs as its own process, with a channel: answers each task with one message and ends with the server. */

process.on('message', (message: TaskMessage) => void answer(message))
process.on('disconnect', () => process.exit())

async function answer({ name, input }: TaskMessage): Promise<void> {
  const run = TASKS[name] as (input: unknown) => Promise<unknown>
  const reply: TaskAnswer = await run(input).then(
    (value) => ({ value }),
    (error: unknown) => describe(error),
  )
  process.send?.(reply)
  // If it fails, the task that needs it says why.
  if (isFirstOfCall(name)) await preload().then(keepCompiled, () => {})
}

/** An idle worker is killed, which writes nothing. */
let kept = false
function keepCompiled(): void {
  if (!kept) flushCompileCache()
  kept = true
}

function isFirstOfCall(name: TaskName): boolean {
  return name === 'readRequestTranscript' || name === 'readTranscript'
}

function describe(error: unknown): TaskAnswer {
  if (error instanceof PermanentFailure) return { failed: { code: error.code, message: error.message } }
  return error instanceof Error ? { bug: error.message, stack: error.stack } : { bug: String(error), stack: undefined }
}
