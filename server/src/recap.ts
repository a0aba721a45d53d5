import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadConfig } from './config/config.ts'
import { getEgress } from './config/destinations.ts'
import { createEngines } from './engines/create-engines.ts'
import { systemClock } from './kernel/clock.ts'
import { AppError, ConfigError, PermanentFailure, TransientFailure } from './kernel/errors.ts'
import { invocationFolder } from './kernel/invocation-folder.ts'
import { describeError } from './kernel/loggable-error.ts'
import { createLogger } from './kernel/logger.ts'
import { PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { readArguments } from './recap/arguments.ts'
import { recapFile } from './recap/recap-file.ts'
import { loadModels } from './speech-models/manifest.ts'
import { createDiskStorage } from './storage/disk.ts'
import { createLinkSigner } from './storage/signed-links.ts'
import { createTaskRunner } from './tasks/task-runner.ts'

process.umask(PRIVATE_UMASK)
const stop = new AbortController()
const tasks = createTaskRunner({ maxWorkers: 1 })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new PermanentFailure('unavailable', 'Recap stopped.')))

try {
  const { file, captions, out } = readArguments(process.argv.slice(2))
  const here = (path: string) => resolve(invocationFolder('recap'), path)
  const links = createLinkSigner({ secretKey: randomUUID(), clock: systemClock })
  // Standard output is reserved for the recap.
  const log = createLogger('silent')
  const config = loadConfig()
  getEgress(config)
  const engines = await createEngines(config, log, { models: await loadModels(config.MODELS_LIST), tasks })
  // This command waits for the better recap.
  const better = await engines.afterwards()
  const parts = {
    ...engines,
    analyst: engines.analysts.find(({ name }) => name === better) ?? engines.analyst,
    clock: systemClock,
    log,
    openStorage: (root: string) => createDiskStorage({ root, links }),
    printStatus,
  }
  const recap = await recapFile({ file: here(file), captions: captions && here(captions) }, parts, stop.signal)
  const json = `${JSON.stringify(recap, null, 2)}\n`
  if (out === null) process.stdout.write(json)
  else
    await writeFile(here(out), json).catch(() =>
      Promise.reject(new PermanentFailure('unavailable', `Can’t write ${out}.`)),
    )
} catch (error) {
  const meant = [PermanentFailure, TransientFailure, ConfigError, AppError].some((kind) => error instanceof kind)
  printStatus(meant && error instanceof Error ? error.message : `The recap failed: ${describeError(error)}`)
  process.exitCode = 1
} finally {
  await tasks.close()
}

function printStatus(line: string): void {
  process.stderr.write(`${line}\n`)
}
