import { loadConfig } from './config/config.ts'
import { AppError, ConfigError, PermanentFailure, TransientFailure } from './kernel/errors.ts'
import { describeError } from './kernel/loggable-error.ts'
import { createLogger } from './kernel/logger.ts'
import { PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { readArguments } from './operator/arguments.ts'
import { runCommand } from './operator/run-command.ts'
import { createServices } from './services.ts'

process.umask(PRIVATE_UMASK)
try {
  const { command, json } = readArguments(process.argv.slice(2))
  // Standard output is the command's. The services are put together but not started: the server may be running.
  const services = await createServices(loadConfig(), createLogger('silent'))
  try {
    const { data, text } = await runCommand(services.admin, command)
    console.log(json ? JSON.stringify(data, null, 2) : text)
  } finally {
    await services.stop()
  }
} catch (error) {
  const meant = [PermanentFailure, TransientFailure, ConfigError, AppError].some((kind) => error instanceof kind)
  console.error(meant && error instanceof Error ? error.message : `The command failed: ${describeError(error)}`)
  process.exitCode = 1
}
