import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'

const chromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../node_modules/.cache/playwright',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  // A machine that is busy with something else is no reason to refuse a change; what passed only then is reported as flaky.
  retries: process.env.CI === 'true' ? 1 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // The last four keep Chromium from looking up its maker's hosts at every start.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    // Recording every test would cost a quarter of the time.
    trace: process.env.CI === 'true' ? 'on-first-retry' : 'retain-on-failure',
  },
})
