import { setSourceMapsSupport } from 'node:module'
import { runBackup } from './backup/run-backup.ts'
import { loadConfig, type Config } from './config/config.ts'
import { AppError, ConfigError, PermanentFailure, TransientFailure } from './kernel/errors.ts'
import { describeError } from './kernel/loggable-error.ts'
import { createLogger } from './kernel/logger.ts'
import { PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { readArguments, type Command } from './operator/arguments.ts'
import { runCommand, type CommandResult } from './operator/run-command.ts'
import { createServices } from './services.ts'

process.umask(PRIVATE_UMASK)
setSourceMapsSupport(true)
try {
  const { command, json } = readArguments(process.argv.slice(2))
  const { data, text } = await run(command)
  console.log(json ? JSON.stringify(data, null, 2) : text)
} catch (error) {
  const meant = [PermanentFailure, TransientFailure, ConfigError, AppError].some((kind) => error instanceof kind)
  console.error(meant && error instanceof Error ? error.message : `The command failed: ${describeError(error)}`)
  process.exitCode = 1
}

function run(command: ReturnType<typeof readArguments>['command']): Promise<CommandResult> {
  const config = loadConfig()
  // The operator picks the backup location here, so egress rules don't apply to it.
  if ('place' in command) return runBackup(command, config)
  return onServices(command, config)
}

/**
 * Builds the services without starting them: the server may be running, and standard output belongs to the command.
 */
async function onServices(command: Command, config: Config): Promise<CommandResult> {
  const services = await createServices(config, createLogger('silent'))
  try {
    return await runCommand(services.admin, command)
  } finally {
    await services.stop()
  }
}
