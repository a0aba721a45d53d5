import { defineConfig } from 'playwright/test'
import { PAGE_OPTIONS } from './fixtures/browser.ts'
import { HANGS_MS, slowness } from './fixtures/server.ts'

/** Capped, because a stuck test would otherwise run for half an hour on a busy machine. */
const times = Math.min(slowness(), 3)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/global-setup.ts',
  outputDir: '../node_modules/.cache/playwright',
  // For hanging tests. Each worker reads this file when it starts, so the limits follow the machine's load.
  timeout: 4 * HANGS_MS * times,
  // Shorter for tests that are meant to fail: EXPECT_MS=15000.
  expect: { timeout: Number(process.env.EXPECT_MS ?? HANGS_MS * times) },
  // One more than the cores of the smallest machine: recordings and settling pages leave a core idle.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  // A busy machine must not fail a change; a test that passes only on retry is reported as flaky.
  retries: process.env.CI === 'true' ? 2 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    launchOptions: PAGE_OPTIONS,
    // Without it, a click on a missing button waits until the test's limit, and the report doesn't name the button.
    actionTimeout: HANGS_MS * times,
    // Recording every test takes half as much CPU time again: use `--trace on` for a failed one.
    trace: 'on-first-retry',
  },
})
