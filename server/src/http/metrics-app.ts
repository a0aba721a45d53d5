import { isIP } from 'node:net'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { createRouter, type App } from './app.ts'
import type { Addresses } from './origin.ts'

interface MetricsAppDeps {
  /** What Prometheus reads. */
  read: () => Promise<string>
  addresses: Pick<Addresses, 'allowsHost'>
  log: Pick<Logger, 'error'>
}

/** Answers at a port of its own, which no proxy of the product leads to: the numbers reveal how much people work here. */
export function createMetricsApp({ read, addresses, log }: MetricsAppDeps): App {
  const app = createRouter()
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    // A page in the operator's browser could read a loopback address under a name of its own. Under an address it can't, and
    // Prometheus asks processes by theirs when it found them in DNS.
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
