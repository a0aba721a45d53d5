import type { Locator, Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema, type WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { callApi } from '../fixtures/api.ts'
import { openDatabaseOf } from '../fixtures/database.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const LINES = [
  'Ana: Morning, Ben, I have the bakery in front of me.',
  'Ben: Morning to you, we have three shops now.',
  'Ana: The ovens in the third shop are leased. Who owns that?',
  'Ben: I’ll ask them about it.',
  'Ana: By when?',
  'Ben: By Friday.',
  'Ana: Perfect. I’ll send you the price list of the tills on Monday.',
  'Ben: Great, thanks.',
]
const clock = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`
const CAPTIONS = `WEBVTT\n\n${LINES.map((line, i) => `${clock(i * 4)} --> ${clock(i * 4 + 3)}\n${line}`).join('\n\n')}\n`

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

/** Signs up and opens the page of a call in which Ben promises what Ana asked, and of which verification has withheld something. */
async function openCall(page: Page): Promise<void> {
  await signUpBeforehand(page, server.url)
  const { job_id: id } = (await callApi(page, 'POST', '/api/process-meeting', { captions: CAPTIONS })) as {
    job_id: string
  }
  await expect
    .poll(() => callApi(page, 'GET', MICROSITE_PATHS.one(id)), { timeout: 60_000 })
    .toMatchObject({
      status: 'active',
    })
  const { withheld } = micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))
  const db = openDatabaseOf(server)
  db.prepare('UPDATE microsite_documents SET withheld = ? WHERE microsite_id = ?').run(
    JSON.stringify([...(withheld ?? []), ...WITHHELD]),
    id,
  )
  db.close()
  await page.goto(`${server.url}/microsite/${id}`)
}

const row = (page: Page): Locator =>
  page.getByRole('list', { name: 'Possible next steps' }).getByRole('listitem').first()

test('axe finds nothing in possible next steps and withheld items, and nothing is wider than the screen', async ({
  page,
}) => {
  await page.setViewportSize(DEVICES[0][1])
  await openCall(page)
  await page.getByText('Possible next steps').click()
  await row(page).getByRole('button', { name: 'Word it as a next step' }).click()
  await expect(row(page).getByRole('textbox')).toBeVisible()
  await page.getByText('Not shown, because…').click()
  await expect(page.getByText('They pay 300')).toBeVisible()
  await expectAccessibleOnDevices(page, 'what only its owner sees')
})
