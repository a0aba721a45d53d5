/** `npm run test:full`: what `npm test` leaves out. */
import { BUILD, otherBrowserTests, PROGRAMS, slowTests } from './check-parts.ts'
import { runParts } from './parts.ts'

process.exitCode = await runParts([PROGRAMS, BUILD, slowTests(), otherBrowserTests()])
