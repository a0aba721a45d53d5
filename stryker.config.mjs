/**
 * Finds changes of the code that no test notices. `npm run mutate -- -m shared/page/time-left.ts` takes a minute, all of it hours.
 * npm fetches Stryker when it runs: 148 packages that nothing else needs.
 */
export default {
  mutate: [
    'shared/**/*.{ts,tsx}',
    'server/src/analysis/verification/{verify*,check-*}.ts',
    'server/src/billing/**/*.ts',
    'server/src/sharing/links/link-*.ts',
    '!**/*.{test,testing}.{ts,tsx}',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'stryker.vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  dryRunTimeoutMinutes: 30,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { reportTests: false },
  // Vitest finds no tests below node_modules.
  tempDirName: '.stryker-tmp',
  // TypeScript 7 has no API to rewrite its configuration with, and Vitest doesn't read it.
  tsconfigFile: 'none',
  // Values that are read once when a module loads: each would need a process of its own.
  ignoreStatic: true,
}
