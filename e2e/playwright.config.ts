import { defineConfig } from 'playwright/test'
import { PAGE_OPTIONS } from './fixtures/browser.ts'
import { HANGS_MS, slowness } from './fixtures/server.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/global-setup.ts',
  outputDir: '../node_modules/.cache/playwright',
  // For tests that hang. Each worker reads this file when it starts, so that the limits follow what the machine has to do.
  timeout: 4 * HANGS_MS * slowness(),
  // Less of it where a test is meant to fail: EXPECT_MS=15000.
  expect: { timeout: Number(process.env.EXPECT_MS ?? HANGS_MS * slowness()) },
  // One more than the cores of the smallest machine: recordings and pages that settle leave a core idle.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  // A machine that is busy with something else is no reason to refuse a change; what passed only then is reported as flaky.
  retries: process.env.CI === 'true' ? 2 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    launchOptions: PAGE_OPTIONS,
    // Recording every test takes half as much processor time again: `--trace on` shows what one did that failed.
    trace: 'on-first-retry',
  },
})
