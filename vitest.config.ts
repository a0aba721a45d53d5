import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,web,shared,extension,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Test files leave nothing behind: no module is mocked and no global kept. A process for each would cost a third of the time.
    isolate: false,
    // Without it Vitest leaves one core to whom watches.
    maxWorkers: availableParallelism(),
    // The tests start a hundred programs and worker processes, each of which would compile the same files again.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile') },
    // For tests that hang: the longest take 20 s, and many times as long on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As in the browser tests: a busy machine is no reason to refuse a change, and the report says which test was run again.
    retry: process.env.CI === 'true' ? 1 : 0,
  },
})
