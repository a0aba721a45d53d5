import { BRAND } from '@callfolio/shared/brand.ts'
import { loadConfig } from './config/config.ts'
import { listen } from './http/listen.ts'
import { ConfigError, PermanentFailure } from './kernel/errors.ts'
import { createLogger } from './kernel/logger.ts'
import { createServices } from './services.ts'

const { config, services } = await compose().catch((error: unknown) =>
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
  return { config, services: await createServices(config, createLogger(config.LOG_LEVEL)) }
}

async function begin(port: number): Promise<void> {
  await services.start(port).catch(end)
  console.log(`${BRAND.name} is ready at ${config.PUBLIC_URL ?? `http://localhost:${port}`}`)
}

async function shutDown(): Promise<void> {
  close()
  await services.stop()
  process.exit(0)
}

function end(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
