import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,web,shared,extension,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
