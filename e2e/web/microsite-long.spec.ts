import type { Locator, Page } from 'playwright/test'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosites } from '../fixtures/api.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** A call of three hours. */
const LINES = 3000
const LINE_MS = 3600
/** Many times what fits on a screen, and a fraction of the call. */
const FEW = 300

const SEGMENTS: Microsite['segments'] = Array.from({ length: LINES }, (_, index) => ({
  id: `s${index}`,
  start_ms: index * LINE_MS,
  end_ms: (index + 1) * LINE_MS,
  speaker: index < LINES / 2 ? null : `Speaker ${index % 3}`,
  text: `This is what was said in line ${index} of a long call, and it goes on for a while.`,
}))

async function openLongCall(page: Page, address = ''): Promise<void> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Long call'])
  let stored: Partial<Microsite> = { segments: SEGMENTS, duration_ms: LINES * LINE_MS }
  await page.route(`**${MICROSITE_PATHS.one(id)}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      const [edit] = (route.request().postDataJSON() as { segments: { id: string; text: string }[] }).segments
      stored = {
        ...stored,
        segments: SEGMENTS.map((line) => (line.id === edit?.id ? { ...line, text: edit.text } : line)),
      }
    }
    const reply = await page.request.fetch(route.request().url(), { headers: route.request().headers() })
    await route.fulfill({ json: { ...((await reply.json()) as object), ...stored } })
  })
  await page.goto(`${server.url}/microsite/${id}${address}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Long call')
}

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' })
const box = (page: Page): Locator => page.getByRole('region', { name: 'Transcript text' })

test('a three-hour call renders only the lines near the reader, and the timeline opens at the time', async ({
  page,
}) => {
  await openLongCall(page, '?t=9000')
  await page.getByRole('button', { name: 'View Timeline' }).click()
  const line = timeline(page).locator('[aria-current=true]')
  await expect(line).toContainText('line 2500 of')
  await expect(line).toBeInViewport()
  const distance = await line.evaluate(({ children: [clock, said] }) => {
    const time = document.createRange()
    time.selectNodeContents(clock as Element)
    return (said as Element).getBoundingClientRect().left - time.getBoundingClientRect().right
  })
  expect(distance, 'between a time of more than an hour and the name beside it').toBeGreaterThanOrEqual(8)
  expect(await timeline(page).getByRole('listitem').count()).toBeLessThan(FEW)
  expect(await page.locator('*').count()).toBeLessThan(10 * FEW)
  await timeline(page)
    .getByRole('list')
    .evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect(timeline(page).getByText('line 2999 of')).toBeVisible()
})

test('a distant search result is scrolled into view, in the transcript and in the timeline', async ({ page }) => {
  await openLongCall(page)
  await page.getByRole('button', { name: 'View Timeline' }).click()
  await box(page).scrollIntoViewIfNeeded()
  await page.getByRole('searchbox').first().fill('line 1444 of')
  for (const part of [box(page), timeline(page)]) await expect(part.locator('mark[data-current]')).toBeInViewport()
  await typeAndGoBack(page.getByRole('searchbox').first(), 'said in line')
  await expect(page.getByText('3000 of 3000').first()).toBeVisible()
  for (const part of [box(page), timeline(page)]) await expect(part.getByText('line 2999 of')).toBeInViewport()
})

test('a distant line is corrected, and the typed text survives scrolling away', async ({ page }) => {
  await openLongCall(page)
  await page.getByRole('button', { name: 'Edit transcript' }).click()
  const editor = page.getByRole('form', { name: 'Transcript' })
  const last = editor.getByRole('textbox', { name: 'Words at 2:59:56' })
  const toEnd = (end: boolean) =>
    editor.getByRole('list').evaluate((list, down) => list.scrollTo({ top: down ? list.scrollHeight : 0 }), end)
  await expect(async () => {
    await toEnd(true)
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await editor.getByRole('listitem').count()).toBeLessThan(FEW)
  await last.fill('Goodbye then.')
  await editor.getByRole('button', { name: 'Cancel' }).focus()
  await toEnd(false)
  await expect(last).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('One line corrected.', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').first().fill('goodbye then')
  await expect(box(page).locator('mark[data-current]')).toHaveText('Goodbye then')
})

/** Types words and presses Shift+Enter before the search has results. */
async function typeAndGoBack(field: Locator, words: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, value) => {
    // React ignores an input event for a value that was set through its own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }))
  }, words)
}
