import { BRAND } from '@callfolio/shared/brand.ts'
import { loadConfig } from './config/config.ts'
import { lockFolder } from './db/folder-lock.ts'
import { listen } from './http/listen.ts'
import { ConfigError, PermanentFailure } from './kernel/errors.ts'
import { createLogger } from './kernel/logger.ts'
import { makePrivate, PRIVATE_UMASK } from './lifecycle/private-folder.ts'
import { createServices } from './services.ts'

// First of all: programs that are started, too, write what only the server's user may read.
process.umask(PRIVATE_UMASK)
const { config, services, unlock } = await compose().catch((error: unknown) =>
  [ConfigError, PermanentFailure].some((kind) => error instanceof kind) ? end(error) : Promise.reject(error),
)
const close = listen(services.app, {
  port: config.PORT,
  hostname: config.HOST,
  limits: { perAddress: config.TRUST_PROXY ? 0 : config.CONNECTIONS_PER_ADDRESS },
  onReady: (port) => void begin(port),
  onError: end,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shutDown())

async function compose() {
  const config = loadConfig()
  const log = createLogger(config.LOG_LEVEL)
  await makePrivate(config.DATA_DIR, log)
  // Before anything is read: another version may be about to migrate it.
  const unlock = await lockFolder(config.DATA_DIR)
  return { config, unlock, services: await createServices(config, log) }
}

async function begin(port: number): Promise<void> {
  await services.start(port).catch(end)
  console.log(`${BRAND.name} is ready at ${config.PUBLIC_URL ?? `http://localhost:${port}`}`)
}

async function shutDown(): Promise<void> {
  close()
  await services.stop()
  unlock()
  process.exit(0)
}

function end(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
