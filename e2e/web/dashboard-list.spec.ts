import { ACCOUNT_PATHS, type Usage } from '@callfolio/shared/contract/account.ts'
import { MICROSITE_PATHS, type MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { addTags, card, choose, titles } from '../fixtures/dashboard.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

test('is searched and filtered on the server, shows what is filtered, and a reload keeps it', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [acme = ''] = await addMicrosites(page, ['Acme call', 'Globex call', 'Weekly sync'])
  await addTags(page, 'Big deals')
  await callApi(page, 'PATCH', MICROSITE_PATHS.one(acme), { tags: ['Big deals'] })
  await page.goto(`${server.url}/dashboard`)
  await expect(titles(page)).toHaveText(['Weekly sync', 'Globex call', 'Acme call'])
  await page.getByLabel('Search microsites').fill('CALL')
  await expect(titles(page)).toHaveText(['Globex call', 'Acme call'])
  await page.getByLabel('Search microsites').fill('big')
  await expect(titles(page), 'a tag is searched too').toHaveText(['Acme call'])

  await page.getByLabel('Search microsites').fill('')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter Microsites' })
  await dialog.getByRole('radio', { name: 'Big deals' }).check()
  await dialog.getByLabel('Created').fill('2026-13')
  await dialog.getByRole('radio', { name: 'Most views' }).check()
  await dialog.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please enter a date')
  const decade = String(new Date().getFullYear()).slice(0, 3)
  await dialog.getByLabel('Created').fill(decade)
  await dialog.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(titles(page)).toHaveText(['Acme call'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Acme call'])
  const active = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
  await expect(active).toHaveText([
    'Remove filter Tag: Big deals',
    `Remove filter Created: ${decade}`,
    'Remove filter Most views first',
  ])
  await active.first().press('Enter')
  await expect(
    page.getByRole('button', { name: 'Filter', exact: true }),
    'the focus has not gone with the filter',
  ).toBeFocused()
  await expect(titles(page)).toHaveText(['Weekly sync', 'Globex call', 'Acme call'])

  await page.getByLabel('Search microsites').fill('nobody said this')
  await expect(page.getByText('No microsites match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByLabel('Search microsites')).toHaveValue('')
  await expect(titles(page)).toHaveCount(3)
  await expect(active).toHaveCount(0)
})

test('shows a microsite’s progress live until it is active, and then counts it', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await addMicrosites(page, ['Acme call'])
  let polls = 0
  await page.route(`**${MICROSITE_PATHS.list}`, async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { microsites: MicrositeCard[] }
    const running = [
      { status: 'processing', step: 2, progress: 0.3, step_detail: 'transcribed 12 of 46 minutes' },
      { status: 'transcript_ready', step: 4, progress: 0.8, step_detail: null },
    ][polls++]
    await route.fulfill({ json: { ...list, microsites: list.microsites.map((site) => ({ ...site, ...running })) } })
  })
  await page.route(`**${ACCOUNT_PATHS.usage}`, async (route) => {
    const usage = (await (await route.fetch()).json()) as Usage
    await route.fulfill({ json: { ...usage, used: polls > 2 ? usage.used : 0 } })
  })
  await page.goto(`${server.url}/dashboard`)
  await expect(card(page, 'Acme call')).toContainText('transcribed 12 of 46 minutes')
  const usage = page.getByRole('region', { name: 'Monthly Usage' })
  await expect(usage).toContainText('0/3')
  await expect(
    card(page, 'Acme call').getByRole('button', { name: 'Share' }),
    'a page can be shared while it is prepared',
  ).toBeVisible()
  await expect(card(page, 'Acme call')).toContainText('Analyzing content')
  await expect(card(page, 'Acme call')).toContainText('Active')
  await expect(card(page, 'Acme call').getByRole('progressbar')).toBeHidden()
  await expect(usage).toContainText('1/3')
})

test('a microsite is renamed, and deleted after a warning that names what goes with it', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByText('1/3')).toBeVisible()
  await choose(page, page.getByRole('button', { name: 'More for Acme call' }), 'Rename')
  const rename = page.getByRole('dialog', { name: 'Rename microsite' })
  await rename.getByLabel('Title').fill(' ')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(rename.getByRole('alert')).toHaveText('Please enter a title.')
  await rename.getByLabel('Title').fill('Globex call')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(titles(page)).toHaveText(['Globex call'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles(page)).toHaveText(['Acme call'])

  await choose(page, page.getByRole('button', { name: 'More for Acme call' }), 'Delete')
  const confirm = page.getByRole('alertdialog', { name: 'Delete microsite' })
  await expect(confirm).toContainText('its video, transcript, summary and lists, and every link')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(titles(page)).toHaveCount(1)
  await choose(page, page.getByRole('button', { name: 'More for Acme call' }), 'Delete')
  await confirm.getByRole('button', { name: 'Delete microsite' }).click()
  await expect(page.getByText('Your microsites will appear here')).toBeVisible()
  await expect(page.getByText('0/3'), 'its place in the month is free again').toBeVisible()
  await page.getByRole('tab', { name: 'Shared Sites' }).click()
  await expect(page.getByText('No shared links found')).toBeVisible()
})

test('failing to load says so and can be tried again', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.route(`**${MICROSITE_PATHS.list}`, (route) => route.fulfill({ status: 400, json: {} }))
  await page.route(`**${TAG_PATHS.list}`, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByText('Failed to load microsites.')).toBeVisible()
  await expect(page.getByText('Failed to load tags.')).toBeVisible()
  await page.unroute(`**${MICROSITE_PATHS.list}`)
  await page.getByRole('region', { name: 'Recent Microsites' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your microsites will appear here')).toBeVisible()
})
