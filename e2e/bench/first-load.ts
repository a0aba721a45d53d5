import { chromium, type Browser, type BrowserContextOptions, type CDPSession, type Page } from 'playwright'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { CHROMIUM_OPTIONS } from '../fixtures/browser.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { median } from './median.ts'

/** A mid-range phone on a slow connection, like Lighthouse's applied throttling. */
const SLOW_CPU = 4
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const ROUNDS = 5
/** A task longer than this counts as blocking, ms. */
const LONG_TASK = 50

/** One first visit with an empty cache: times in ms, sizes in bytes as transferred. */
interface Visit {
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  scripts: number
  styles: number
  fonts: number
}

/** First loads of the three entry pages, next to the server's smallest response shown as a page. */
export async function benchFirstLoad(): Promise<Result[]> {
  const server = await startServer()
  const browser = await chromium.launch(CHROMIUM_OPTIONS)
  const { storageState, shared } = await prepare(browser, server.url)
  const pages = {
    empty: { url: `${server.url}/healthz`, content: 'body', name: 'An answer of two letters', budget: 'the baseline' },
    landing: {
      url: server.url,
      content: 'h1',
      name: 'Landing page',
      budget: 'shift at most 0.02, JavaScript at most 9 KB',
    },
    dashboard: {
      url: `${server.url}/dashboard`,
      content: 'h3:has-text("Call 12")',
      name: 'Dashboard with 12 microsites',
      budget: 'shift at most 0.02, JavaScript at most 178 KB',
    },
    shared: { url: shared, content: 'h1', name: 'Shared page', budget: 'shift at most 0.02, JavaScript at most 9 KB' },
  }
  const visits = Object.fromEntries(Object.keys(pages).map((page) => [page, [] as Visit[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [page, { url, content }] of Object.entries(pages))
      visits[page]?.push(
        await visit(browser, { url, content, options: page === 'dashboard' ? { ...PHONE, storageState } : PHONE }),
      )
  }
  await browser.close()
  await server.stop()
  const baseline = middle(visits.empty ?? [])
  return Object.entries(pages).map(([page, { name, budget }]) => ({
    what: name,
    measured: describe(middle(visits[page] ?? []), baseline),
    goal: budget,
  }))
}

/** A user with microsites, and a link to one of them. */
async function prepare(browser: Browser, url: string) {
  const page = await browser.newPage()
  await signUpInBrowser(page, url)
  const [id] = await addMicrosites(
    page,
    Array.from({ length: 12 }, (_, index) => `Call ${index + 1}`),
  )
  const { share_url } = createLinkReplySchema.parse(
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 }),
  )
  const storageState = await page.context().storageState()
  await page.context().close()
  return { storageState, shared: share_url }
}

/** `content`: selector that must match before the visit counts as loaded. */
async function visit(
  browser: Browser,
  { url, content, options }: { url: string; content: string; options: BrowserContextOptions },
): Promise<Visit> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  const transferred = await countBytes(session)
  await watchPaints(page)
  await page.goto(url)
  await page.locator(content).waitFor()
  await page.waitForLoadState('networkidle')
  const paints = await page.evaluate(async (longTask) => {
    // The last paint is reported after the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { first, largest, shift, tasks } = (globalThis as unknown as { seen: Seen }).seen
    const blocked = tasks
      .filter(({ end }) => end > first)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - longTask), 0)
    return { firstPaint: first, largestPaint: Math.max(first, largest), shift, blocked }
  }, LONG_TASK)
  await context.close()
  return { ...paints, scripts: transferred('Script'), styles: transferred('Stylesheet'), fonts: transferred('Font') }
}

interface Seen {
  first: number
  largest: number
  shift: number
  tasks: { duration: number; end: number }[]
}

/** Records the browser's paint entries in the page. */
async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { first: 0, largest: 0, shift: 0, tasks: [] }
    Object.assign(globalThis, { seen })
    const watch = (type: string, keep: (entry: PerformanceEntry & { value: number }) => void) =>
      new PerformanceObserver((list) =>
        (list.getEntries() as (PerformanceEntry & { value: number })[]).forEach(keep),
      ).observe({ type, buffered: true })
    watch('paint', ({ name, startTime }) => void (name === 'first-contentful-paint' && (seen.first = startTime)))
    watch('largest-contentful-paint', ({ startTime }) => void (seen.largest = startTime))
    watch('layout-shift', ({ value }) => void (seen.shift += value))
    watch('longtask', ({ startTime, duration }) => void seen.tasks.push({ duration, end: startTime + duration }))
  })
}

/** @returns the bytes of a kind received over the network so far. */
async function countBytes(session: CDPSession): Promise<(type: string) => number> {
  const types = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? ''
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength)
  })
  await session.send('Network.enable')
  return (type) => bytes.get(type) ?? 0
}

/** The median of each figure. */
function middle(visits: Visit[]): Visit {
  const of = (figure: keyof Visit) => median(visits.map((each) => each[figure]))
  return {
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    blocked: of('blocked'),
    shift: of('shift'),
    scripts: of('scripts'),
    styles: of('styles'),
    fonts: of('fonts'),
  }
}

function describe(
  { firstPaint, largestPaint, blocked, shift, scripts, styles, fonts }: Visit,
  baseline: Visit,
): string {
  const time = (ms: number) => `${(ms / 1000).toFixed(1)} s = ${(ms / baseline.firstPaint).toFixed(1)} ×`
  const size = (bytes: number) => `${Math.round(bytes / 1000)} KB`
  return `first paint ${time(firstPaint)}, largest ${time(largestPaint)}, blocked ${Math.round(blocked)} ms, shift ${shift.toFixed(3)}; JavaScript ${size(scripts)}, CSS ${size(styles)}, fonts ${size(fonts)}`
}
