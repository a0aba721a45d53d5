/** `npm run test:full`: what `npm test` leaves out. */
import { BUILD, FULL_PROGRAMS, otherBrowserTests, slowTests } from './check-parts.ts'
import { runParts } from './parts.ts'

process.exitCode = await runParts([FULL_PROGRAMS, BUILD, slowTests(), otherBrowserTests()])
