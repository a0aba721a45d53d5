import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, type WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARED_PAGE_PATHS } from '@callfolio/shared/shared-page.ts'
import { openDatabaseOf } from '../fixtures/database.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const WITHHELD: WithheldItem[] = [
  { list: 'todo_list', text: 'Send the spreadsheet tonight', reason: 'taken_back', detail: null, segment_ids: ['s3'] },
  { list: 'quotes', text: 'we will certainly sign', reason: 'quote', detail: null, segment_ids: ['s2'] },
  {
    list: 'summary',
    text: `They pay 300 dollars ${'x'.repeat(300)}`,
    reason: 'number',
    detail: '300',
    segment_ids: [],
  },
]

/** Opens a page of which verification has kept something. @returns its id. */
async function openMicrosite(page: Page, withheld: readonly WithheldItem[] = WITHHELD): Promise<string> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  const db = openDatabaseOf(server)
  db.prepare('UPDATE microsite_documents SET withheld = ? WHERE microsite_id = ?').run(JSON.stringify(withheld), id)
  db.close()
  await page.goto(`${server.url}/microsite/${id}`)
  return id
}

const heading = (page: Page) => page.getByText('Not shown, because…')
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Not shown' }).getByRole('listitem').filter({ hasText: text })

test('what verification kept off the page is folded away with its reason, and can be shown anyway, which can be undone', async ({
  page,
}) => {
  const id = await openMicrosite(page)
  await expect(row(page, 'Send the spreadsheet tonight')).toBeHidden()
  await heading(page).click()
  await expect(row(page, 'Send the spreadsheet')).toContainText(
    'Todo List · It was taken back or corrected later in the call.',
  )
  await expect(row(page, 'They pay 300')).toContainText('Summary · A number in it was not said there: “300”.')
  await row(page, 'Send the spreadsheet')
    .getByRole('button', { name: /^Play / })
    .hover()
  await expect(page.getByRole('tooltip'), 'its line is shown').toContainText('Priya')

  await row(page, 'Send the spreadsheet').getByRole('button', { name: 'Show it anyway' }).click()
  await expect(page.getByRole('region', { name: 'Todo List' }).getByText('Send the spreadsheet tonight')).toBeVisible()
  await expect(row(page, 'Send the spreadsheet')).toHaveCount(0)
  await expect
    .poll(() => callApi(page, 'GET', MICROSITE_PATHS.one(id)))
    .toMatchObject({
      todo_list: expect.arrayContaining([
        expect.objectContaining({ text: 'Send the spreadsheet tonight', segment_ids: ['s3'] }),
      ]),
    })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Send the spreadsheet')).toBeVisible()

  await row(page, 'we will certainly sign').getByRole('button', { name: 'Quote the line instead' }).click()
  await expect(row(page, 'we will certainly sign')).toHaveCount(0)
  await expect
    .poll(() => callApi(page, 'GET', MICROSITE_PATHS.one(id)))
    .toMatchObject({ quotes: expect.arrayContaining([expect.objectContaining({ segment_ids: ['s2'] })]) })
})

test('a recipient is shown nothing of it, and a page of which nothing was kept has no such section', async ({
  page,
}) => {
  const id = await openMicrosite(page)
  const { url } = previewSchema.parse(await callApi(page, 'POST', SHARED_PAGE_PATHS.preview(id)))
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: 'Acme call' })).toBeVisible()
  expect(await page.content()).not.toMatch(/Not shown|spreadsheet tonight|certainly sign|taken_back/)
  await openMicrosite(page, [])
  await expect(page.getByRole('heading', { name: 'Todo List' })).toBeVisible()
  await expect(heading(page)).toHaveCount(0)
})

test('axe finds nothing in what is not shown, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await openMicrosite(page)
  await heading(page).click()
  await expect(row(page, 'They pay 300')).toBeVisible()
  await expectAccessibleOnDevices(page, 'what is not shown')
})
