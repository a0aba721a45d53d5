import type { KnipConfig } from 'knip'

const tests = '**/*.test.{ts,tsx}'
const project = ['**/*.{ts,tsx,mjs,css}']

const config: KnipConfig = {
  // A type that its own file uses in what it exports belongs to that export.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Started by server/scripts, which knip can't see.
  ignoreDependencies: ['oxlint', 'oxlint-tsgolint'],
  ignoreBinaries: ['apt-get'],
  compilers: {
    css: (text) =>
      [...text.matchAll(/@(?:import|plugin)\s+['"]([^'"]+)['"]/g)].map(([, name]) => `import '${name}'`).join('\n'),
  },
  workspaces: {
    '.': { entry: ['stryker.vitest.config.ts'], project: ['*.{ts,css}'] },
    'server': {
      // The card's letters are found by address, which knip can't see.
      ignoreDependencies: ['@fontsource-variable/inter'],
      entry: [
        'scripts/{start,dev,test,test-full,check,migrations}.ts',
        'scripts/check-node.mjs',
        'scripts/boundaries/draw.ts',
        'scripts/image/{gather.ts,healthy.mjs}',
        tests,
      ],
      project,
    },
    'web': { entry: [tests], project },
    'extension': { entry: ['entrypoints/*/main.tsx', 'entrypoints/*/index.ts', tests], project },
    'shared': { entry: [tests], project },
    'e2e': { entry: ['playwright.config.ts', 'fixtures/global-setup.ts', 'pictures/main.ts', '**/*.spec.ts'], project },
  },
}

export default config
