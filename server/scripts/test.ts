/** `npm test`, before every change that lands: from types to the main job in a browser. */
import { BUILD, coreBrowserTests, fastTests, PROGRAMS, STATIC_PARTS } from './check-parts.ts'
import { runParts } from './parts.ts'

process.exitCode = await runParts([PROGRAMS, ...STATIC_PARTS, BUILD, fastTests(), coreBrowserTests()])
