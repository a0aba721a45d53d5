import { addTags } from '../fixtures/dashboard.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

test('a tab learns of the limit reached in another tab @core', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.getByRole('button', { name: 'Create tag' }).click()
  await addTags(page, 'One', 'Two', 'Three')
  const dialog = page.getByRole('dialog', { name: 'Create tag' })
  await dialog.getByLabel('Name').fill('Four')
  await dialog.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('dialog', { name: 'Tag Limit Reached' })).toBeVisible()
})
