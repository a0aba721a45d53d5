import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { legalTexts } from './web/features/legal/compile-legal-text.ts'

/** The slow files first: one that began last would keep one core busy while the others wait for it. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('.slow.test.')
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

const NOT_SOURCES = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  plugins: [legalTexts()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{server,web,shared,extension,e2e}/**/*.test.{ts,tsx}'],
          exclude: [...NOT_SOURCES, '**/*.slow.test.ts', '**/*.dom.test.tsx'],
        },
      },
      {
        // Real media, whole servers, speech: more than a few seconds a file.
        extends: true,
        test: { name: 'slow', include: ['{server,web,shared,extension,e2e}/**/*.slow.test.ts'], exclude: NOT_SOURCES },
      },
      {
        // Components in a DOM without a browser, against a running server.
        extends: true,
        test: {
          name: 'dom',
          include: ['web/**/*.dom.test.tsx'],
          environment: 'happy-dom',
          globalSetup: './web/testing/global-setup.testing.ts',
          setupFiles: './web/testing/setup.testing.ts',
        },
      },
    ],
    // Test files leave nothing behind: no module is mocked and no global kept. A process for each would cost a third of the time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // One more than cores, as in the browser tests: a quarter of the time each waits for programs and clocks.
    maxWorkers: availableParallelism() + 1,
    // The tests start a hundred programs and worker processes, each of which would compile the same files again.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile') },
    // For tests that hang: the longest take 20 s, and many times as long on a busy machine.
    testTimeout: 300_000,
    expect: { poll: { timeout: Number(process.env['EXPECT_MS'] ?? 90_000) } },
    hookTimeout: 300_000,
    // As in the browser tests: a busy machine is no reason to refuse a change, and the report says which test was run again.
    retry: process.env.CI === 'true' ? 1 : 0,
  },
})
