import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { chromium, type Page } from 'playwright'
import { CHROMIUM_OPTIONS } from '../fixtures/browser.ts'
import { callApi } from '../fixtures/api.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, waitFor } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { getCall } from './transcript.ts'

const CALLS = 500
/** Three hours, four seconds a line. */
const LINES = 2700
const SLOW_CPU = 6
const GOAL = 'at most 100 ms'

/**
 * Interaction to next paint, by the browser's own event timing, with 500 calls listed and with a transcript of three
 * hours, the processor slowed six times.
 */
export async function benchInteractions(): Promise<Result[]> {
  const server = await startServer()
  const browser = await chromium.launch(CHROMIUM_OPTIONS)
  try {
    const page = await browser.newPage()
    await signUpInBrowser(page, server.url)
    const { job_id: id } = (await callApi(page, 'POST', '/api/process-meeting', {
      title: 'A long call',
      captions: getCall(LINES),
    })) as { job_id: string }
    const isActive = async () =>
      ((await callApi(page, 'GET', `/api/microsites/${id}`)) as { status: string }).status === 'active'
    await waitFor(isActive, 'the call')
    await server.kill()
    copyCall(join(server.dataDir, 'callfolio.db'), id)
    await server.start()
    return [...(await useList(page, server.url)), ...(await useTranscript(page, `${server.url}/microsite/${id}`))]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Lists the call hundreds of times, under other titles and without its transcript. */
function copyCall(file: string, id: string): void {
  const db = new DatabaseSync(file)
  const copy = (table: string, key: string, change: Record<string, SQLInputValue>) => {
    const row = {
      ...(db.prepare(`select * from ${table} where ${key} = ?`).get(id) as Record<string, SQLInputValue>),
      ...change,
    }
    const names = Object.keys(row)
    db.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(
      ...Object.values(row),
    )
  }
  db.exec('begin')
  for (let i = 1; i < CALLS; i += 1) {
    const copied = `copy-${i}`
    copy('microsites', 'id', { id: copied, title: `Call ${i}` })
    copy('microsite_documents', 'microsite_id', { microsite_id: copied, transcript: '', segments: '[]' })
    copy('microsite_counters', 'microsite_id', { microsite_id: copied })
  }
  db.exec('commit')
  db.close()
}

async function useList(page: Page, url: string): Promise<Result[]> {
  await page.goto(`${url}/dashboard`)
  const more = page.getByRole('button', { name: 'Show more' })
  const cards = page.getByRole('heading', { level: 3 })
  // Only cards near the viewport are rendered.
  const all = page.locator(`[aria-setsize="${CALLS}"]`).first()
  await waitFor(async () => {
    if (await more.isVisible()) await more.click()
    return all.isVisible()
  }, 'all calls')
  const search = page.getByRole('searchbox', { name: 'Search microsites' })
  return measure(page, `${CALLS} calls listed`, {
    'typing in the search': () => search.pressSequentially('lo', { delay: 100 }),
    'opening a card’s menu': async () => {
      await search.clear()
      await waitFor(async () => (await cards.count()) > 10, 'the calls')
      await page
        .getByRole('button', { name: /^More for / })
        .nth(3)
        .click()
      await page.keyboard.press('Escape')
    },
    'opening the filters': async () => {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.keyboard.press('Escape')
    },
  })
}

async function useTranscript(page: Page, address: string): Promise<Result[]> {
  await page.goto(address)
  const search = page.getByRole('searchbox', { name: 'Search the transcript' })
  await search.waitFor()
  return measure(page, `a transcript of ${LINES} lines`, {
    'typing in its search': () => search.pressSequentially('contract', { delay: 100 }),
    'going to the next match': () => page.keyboard.press('Enter'),
    'opening its menu': async () => {
      await page.getByRole('button', { name: 'Change transcript' }).click()
      await page.keyboard.press('Escape')
    },
    'editing it': () => page.getByRole('button', { name: 'Edit transcript' }).click(),
    'typing in a line': () => page.keyboard.type('so ', { delay: 100 }),
  })
}

async function measure(page: Page, where: string, actions: Record<string, () => Promise<void>>): Promise<Result[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId > 0) seen.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const results: Result[] = []
  for (const [what, act] of Object.entries(actions)) {
    await page.evaluate(() => void ((globalThis as unknown as { seen: number[] }).seen.length = 0))
    await act()
    await page.waitForTimeout(2000)
    const longest = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { seen: number[] }).seen))
    results.push({ what: `interactions: ${where}: ${what}`, measured: `${longest} ms`, goal: GOAL })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return results
}
