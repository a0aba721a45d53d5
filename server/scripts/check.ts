/** What is worth running before every commit: all but the slow tests, PostgreSQL and the browser. */
import { STATIC_PARTS, vitestPart } from './check-parts.ts'
import { checkVulnerabilities } from './dependencies.ts'
import { runParts } from './parts.ts'

const tests = vitestPart('Fast tests and boundaries', '--exclude=**/*.slow.test.ts')
process.exitCode = await runParts([
  ...STATIC_PARTS,
  // Not a part of `npm test`: what is published today must not refuse yesterday's change.
  { heading: 'Known vulnerabilities', run: () => checkVulnerabilities() },
  { ...tests, env: { TEST_DATABASES: 'sqlite' } },
])
