/**
 * `npm run check`, worth running before every commit: checks that need neither a build nor a browser, without slow
 * tests.
 */
import { fastTests, STATIC_PARTS } from './check-parts.ts'
import { checkVulnerabilities } from './dependencies.ts'
import { runParts } from './parts.ts'

process.exitCode = await runParts([
  ...STATIC_PARTS,
  // Not part of `npm test`: a vulnerability published today must not block yesterday's change.
  { heading: 'Known vulnerabilities', run: () => checkVulnerabilities() },
  fastTests(),
])
