import { BRAND } from '@callfolio/shared/brand.ts'
import { refuseUnfinishedRestore } from './backup/restore-backup.ts'
import { getDrainMs, loadConfig, getTransferFolder } from './config/config.ts'
import { lockFolder } from './db/folder-lock.ts'
import { listen } from './http/listen.ts'
import { getDiskTrouble, type DiskTrouble } from './kernel/disk-trouble.ts'
import { tryToStore } from './kernel/disk-watch.ts'
import { ConfigError, PermanentFailure } from './kernel/errors.ts'
import { describeError } from './kernel/loggable-error.ts'
import { createLogger } from './kernel/logger.ts'
import { emptyFolder, makePrivate, PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { createServices } from './services.ts'

const START: Readonly<Record<DiskTrouble, string>> = {
  full: 'the disk is full',
  read_only: 'it is read-only, or belongs to another user',
  failing: 'the disk reports errors',
}

// Set first, so that child processes also write files that only the server's user can read.
process.umask(PRIVATE_UMASK)
const { config, services, unlock } = await compose().catch(refuse)
const close = listen(services.app, {
  port: config.PORT,
  hostname: config.HOST,
  limits: { perAddress: config.TRUST_PROXY ? 0 : config.CONNECTIONS_PER_ADDRESS },
  onReady: (port) => void begin(port),
  onError: end,
})
const closeMetrics =
  config.METRICS_PORT !== undefined &&
  listen(services.metricsApp, {
    port: config.METRICS_PORT,
    hostname: config.METRICS_HOST,
    onReady: (port) => console.log(`Metrics are at http://${config.METRICS_HOST}:${port}/metrics`),
    onError: end,
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void shutDown())
let isEnding = false

async function compose() {
  const config = loadConfig()
  const log = createLogger(config.LOG_LEVEL)
  await makePrivate(config.DATA_DIR, log)
  // SQLite would only report that it can't open a file.
  await tryToStore(config.DATA_DIR)
  // Checked before any read: another version may be about to migrate the database.
  await refuseUnfinishedRestore(config.DATA_DIR)
  const unlock = await lockFolder(config.DATA_DIR)
  // Libraries put parts of recordings there; the next start removes what a killed process left behind.
  process.env.TMPDIR = await emptyFolder(getTransferFolder(config))
  return { config, unlock, services: await createServices(config, log) }
}

async function begin(port: number): Promise<void> {
  await services.start(port).catch(end)
  console.log(`${BRAND.name} is ready at ${config.PUBLIC_URL ?? `http://localhost:${port}`}`)
}

/** A second signal exits at once. */
async function shutDown(): Promise<void> {
  const drainMs = isEnding ? 0 : getDrainMs(config)
  isEnding = true
  await Promise.all([close(drainMs), services.finish(drainMs)])
  if (closeMetrics) await closeMetrics(0)
  await services.stop()
  unlock()
  process.exit(0)
}

/** Exits with a plain sentence if the cause is known. */
function refuse(error: unknown): never {
  if ([ConfigError, PermanentFailure].some((kind) => error instanceof kind)) return end(error)
  const trouble = getDiskTrouble(error)
  if (trouble === null) throw error
  return end(`Can’t write to the data folder: ${START[trouble]} (${describeError(error)}).`)
}

function end(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
