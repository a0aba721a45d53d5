import { loadConfig } from './config/config.ts'
import { ConfigError, PermanentFailure } from './kernel/errors.ts'
import { invocationFolder } from './kernel/invocation-folder.ts'
import { describeError } from './kernel/loggable-error.ts'
import { readArguments } from './speech-models/arguments.ts'
import { runModels } from './speech-models/run-models.ts'

const stop = new AbortController()
const stopped = new PermanentFailure('unavailable', 'Stopped. What is here already is kept.')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(stopped))

try {
  const command = readArguments(process.argv.slice(2), invocationFolder('models'))
  await runModels(command, {
    folder: loadConfig().MODELS_DIR,
    signal: stop.signal,
    print: (line) => void process.stdout.write(`${line}\n`),
    printStatus: (line) => void process.stderr.write(`${line}\n`),
  })
} catch (error) {
  const meant = error instanceof PermanentFailure || error instanceof ConfigError
  process.stderr.write(`${meant ? error.message : `The command failed: ${describeError(error)}`}\n`)
  process.exitCode = 1
}
