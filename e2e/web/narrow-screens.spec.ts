import type { Page } from 'playwright/test'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

/** Elements that extend beyond the right edge of the window. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, p, h1')]
      .filter((part) => part.getBoundingClientRect().right > innerWidth)
      .map(({ textContent }) => textContent),
  )

test('the owner’s captions-only page and the shared page fit a phone of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.goto(`${server.url}/microsite/${id}`)
  const bar = page.getByRole('navigation', { name: 'Microsite' })
  for (const name of ['Share', 'Export', 'View', 'More'])
    await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(bar.getByRole('link', { name: 'Back to Dashboard' })).toBeInViewport({ ratio: 1 })
  expect(await overflowing(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  const note = page.getByRole('complementary', { name: 'Recording' })
  await expect(note).toHaveText('No video available')
  expect((await note.boundingBox())?.height).toBeLessThan(100)
  await page.getByRole('heading', { name: 'Todo List' }).scrollIntoViewIfNeeded()
  await expect(note, 'it does not stay in the way').not.toBeInViewport()

  const { share_url } = (await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 })) as {
    share_url: string
  }
  await page.goto(share_url)
  const shared = page.getByRole('navigation', { name: 'Page' })
  for (const part of [
    shared.getByRole('link', { name: 'Back to Dashboard' }),
    shared.getByRole('button', { name: 'Export' }),
    shared.getByRole('link', { name: 'View' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect(await overflowing(page)).toEqual([])
  expect(
    await shared.evaluate(({ clientWidth, scrollWidth, clientHeight }) => [
      scrollWidth - clientWidth,
      clientHeight < 40,
    ]),
    'within its margins, in one line',
  ).toEqual([0, true])
})
