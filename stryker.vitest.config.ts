import { defineConfig } from 'vitest/config'

/** What `npm run mutate` runs: fast tests of the areas that stryker.config.mjs changes. */
export default defineConfig({
  test: {
    include: ['{shared,server/src/{analysis,billing,sharing}}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
})
