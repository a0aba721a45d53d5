import { signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

test('the web app sends requests to no other host', async ({ page }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await signUpInBrowser(page, server.url)
  for (const path of ['/pricing', '/privacy-policy', '/upload', '/dashboard?tab=settings'])
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
  expect([...hosts]).toEqual([new URL(server.url).host])
})
