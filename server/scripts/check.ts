/** `npm run check`, worth running before every commit: what needs neither a build nor a browser, without slow tests. */
import { fastTests, STATIC_PARTS } from './check-parts.ts'
import { checkVulnerabilities } from './dependencies.ts'
import { runParts } from './parts.ts'

process.exitCode = await runParts([
  ...STATIC_PARTS,
  // Not a part of `npm test`: what is published today must not refuse yesterday's change.
  { heading: 'Known vulnerabilities', run: () => checkVulnerabilities() },
  fastTests(),
])
