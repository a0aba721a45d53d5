import { isIP } from 'node:net'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { createRouter, type App } from './app.ts'
import type { Addresses } from './origin.ts'

interface MetricsAppDeps {
  /** The metrics Prometheus reads. */
  read: () => Promise<string>
  addresses: Pick<Addresses, 'allowsHost'>
  log: Pick<Logger, 'error'>
}

/**
 * Serves metrics on a separate port that no proxy of the product exposes, because they reveal how much the service is
 * used.
 */
export function createMetricsApp({ read, addresses, log }: MetricsAppDeps): App {
  const app = createRouter()
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    // A page in the operator's browser could reach a loopback address under its own host name. It can't under an IP
    // address, and Prometheus uses IP addresses for processes it found in DNS.
    return isAddress(c.req.url) || addresses.allowsHost(c)
      ? next()
      : c.text('This address is not in ALLOWED_HOSTS.', 421)
  })
  app.get('/metrics', async (c) =>
    c.body(await read(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
  app.notFound((c) => c.text('Only /metrics is available here.', 404))
  app.onError((error, c) => {
    log.error({ detail: describeError(error) }, 'the metrics could not be read')
    return c.text('The metrics could not be read.', 503)
  })
  return app
}

function isAddress(url: string): boolean {
  return isIP(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}
