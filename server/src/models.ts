import { mkdir } from 'node:fs/promises'
import { loadConfig } from './config/config.ts'
import { egressOf } from './config/destinations.ts'
import { freeDiskBytes } from './kernel/disk-watch.ts'
import { ConfigError, PermanentFailure } from './kernel/errors.ts'
import { invocationFolder } from './kernel/invocation-folder.ts'
import { describeError } from './kernel/loggable-error.ts'
import { PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { readArguments } from './speech-models/arguments.ts'
import { loadModels } from './speech-models/manifest.ts'
import { runModels } from './speech-models/run-models.ts'

process.umask(PRIVATE_UMASK)
const stop = new AbortController()
const stopped = new PermanentFailure('unavailable', 'Stopped. What is here already is kept.')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(stopped))

try {
  const config = loadConfig()
  const models = await loadModels(config.MODELS_LIST)
  const folder = config.MODELS_DIR
  await mkdir(folder, { recursive: true })
  const command = readArguments(process.argv.slice(2), invocationFolder('models'), {
    models,
    speech: { preferred: config.SPEECH_MODEL, diskBytes: await freeDiskBytes(folder) },
  })
  await runModels(
    command.name === 'pull' ? { ...command, from: command.from ?? config.MODELS_FROM ?? null } : command,
    {
      models,
      folder,
      egress: egressOf(config),
      signal: stop.signal,
      print: (line) => void process.stdout.write(`${line}\n`),
      printStatus: (line) => void process.stderr.write(`${line}\n`),
    },
  )
} catch (error) {
  const meant = error instanceof PermanentFailure || error instanceof ConfigError
  process.stderr.write(`${meant ? error.message : `The command failed: ${describeError(error)}`}\n`)
  process.exitCode = 1
}
