import { mkdir } from 'node:fs/promises'
import { loadConfig, type Config } from './config/config.ts'
import { getEgress } from './config/destinations.ts'
import { freeDiskBytes } from './kernel/disk-watch.ts'
import { AppError, ConfigError, PermanentFailure, TransientFailure } from './kernel/errors.ts'
import { invocationFolder } from './kernel/invocation-folder.ts'
import { describeError } from './kernel/loggable-error.ts'
import { createLogger } from './kernel/logger.ts'
import { PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { readArguments } from './speech-models/arguments.ts'
import { loadModels } from './speech-models/manifest.ts'
import { runModels } from './speech-models/run-models.ts'

process.umask(PRIVATE_UMASK)
const stop = new AbortController()
const stopped = new PermanentFailure('unavailable', 'Stopped. Downloaded parts are saved.')
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
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const printStatus = (line: string) => void process.stderr.write(`${line}\n`)
  if (command.name === 'trial') await tryModel(config, print, printStatus)
  else
    await runModels(
      command.name === 'pull' ? { ...command, from: command.from ?? config.MODELS_FROM ?? null } : command,
      { models, folder, egress: getEgress(config), signal: stop.signal, print, printStatus },
    )
} catch (error) {
  const meant = [PermanentFailure, TransientFailure, ConfigError, AppError].some((kind) => error instanceof kind)
  process.stderr.write(
    `${meant && error instanceof Error ? error.message : `The command failed: ${describeError(error)}`}\n`,
  )
  process.exitCode = 1
}

/** Builds the services without starting them: the server may be running. */
async function tryModel(config: Config, print: (line: string) => void, printStatus: (line: string) => void) {
  // Other commands need no database.
  const { createServices } = await import('./services.ts')
  const services = await createServices(config, createLogger('silent'))
  try {
    for (const line of await services.tryModel({ signal: stop.signal, printStatus })) print(line)
  } finally {
    await services.stop()
  }
}
