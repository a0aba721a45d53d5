import type { Page } from 'playwright/test'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { addTags, card, choose, tagItem } from '../fixtures/dashboard.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

async function createTag(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Tag' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create Tag' }).click()
}

test('a free user makes three with name, colour and description; the fourth meets the limit', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.getByRole('button', { name: 'Create Tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Tag' })
  await dialog.getByLabel('Name').fill('  ')
  await dialog.getByRole('button', { name: 'Create Tag' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a tag name.')
  await dialog.getByLabel('Name').fill('Acme')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByRole('radio')).toHaveCount(10)
  await expect(dialog.getByRole('radio', { name: 'Blue' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Violet' }).check()
  await dialog.getByLabel('Description').fill('Everything with Acme')
  await dialog.getByRole('button', { name: 'Create Tag' }).click()
  await expect(tagItem(page, 'Acme')).toContainText('0 microsites')
  await expect(tagItem(page, 'Acme')).toContainText('Everything with Acme')
  await expect(tagItem(page, 'Acme').locator('[style*="rgb(139, 92, 246)"]')).toBeVisible()

  await createTag(page, 'ACME')
  await expect(page.getByRole('alert')).toHaveText(/^Failed to create tag: .*ACME/)
  await page.keyboard.press('Escape')
  await createTag(page, 'Discovery')
  await expect(tagItem(page, 'Discovery')).toBeVisible()
  await createTag(page, 'Renewal')
  await expect(tagItem(page, 'Renewal')).toBeVisible()
  await page.getByRole('button', { name: 'Create Tag' }).click()
  const limit = page.getByRole('dialog', { name: 'Tag Limit Reached' })
  await expect(limit).toContainText('3 tags')
  await expect(limit.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible()
})

test('another tab that was faster meets the limit too @core', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.getByRole('button', { name: 'Create Tag' }).click()
  await addTags(page, 'One', 'Two', 'Three')
  const dialog = page.getByRole('dialog', { name: 'Create Tag' })
  await dialog.getByLabel('Name').fill('Four')
  await dialog.getByRole('button', { name: 'Create Tag' }).click()
  await expect(page.getByRole('dialog', { name: 'Tag Limit Reached' })).toBeVisible()
})

test('a microsite gets its full list of tags at once, and undoing gives it the old one back', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await addMicrosites(page, ['Acme call'])
  await addTags(page, 'Acme', 'Renewal')
  await page.goto(`${server.url}/dashboard`)
  await card(page, 'Acme call').getByRole('button', { name: 'Add Tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Tags' })
  for (const name of ['Acme', 'Renewal']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('checkbox', { name: 'Acme' }).uncheck()
  await dialog.getByRole('button', { name: 'Save Tags' }).click()
  await expect(card(page, 'Acme call')).toContainText('Renewal')
  await expect(tagItem(page, 'Renewal')).toContainText('1 microsite')
  await expect(tagItem(page, 'Acme')).toContainText('0 microsites')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Acme call')).not.toContainText('Renewal')
  await expect(tagItem(page, 'Renewal')).toContainText('0 microsites')
})

test('renaming and deleting a tag reaches its microsites', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await addTags(page, 'Acme')
  await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), { tags: ['Acme'] })
  await page.goto(`${server.url}/dashboard`)
  await choose(page, page.getByRole('button', { name: 'Change Acme' }), 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit Tag' })
  await form.getByLabel('Name').fill('Globex')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card(page, 'Acme call')).toContainText('Globex')
  await choose(page, page.getByRole('button', { name: 'Change Globex' }), 'Delete')
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('1 microsite')
  await page.route(`**${TAG_PATHS.list}/*`, (route) => route.abort(), { times: 1 })
  await confirm.getByRole('button', { name: 'Delete tag' }).click()
  await expect(confirm.getByRole('alert')).toHaveText(/^Failed to delete tag: /)
  await confirm.getByRole('button', { name: 'Delete tag' }).click()
  await expect(page.getByText('No tags yet.')).toBeVisible()
  await expect(card(page, 'Acme call')).not.toContainText('Globex')
})
