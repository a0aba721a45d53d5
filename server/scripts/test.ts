/** Everything that must hold, from types to the built product in a browser. */
import { buildIfChanged, EXTENSION, SERVER, WEB } from './build.ts'
import { playwrightPart, STATIC_PARTS, vitestPart } from './check-parts.ts'
import { thisMachine } from './machine.ts'
import { runParts } from './parts.ts'
import { testPrograms } from './programs.ts'
import { ensurePrograms } from './system-programs.ts'

process.exitCode = await runParts([
  { heading: 'Programs', run: async () => ensurePrograms(testPrograms(process.env), thisMachine) },
  ...STATIC_PARTS,
  {
    // Before all tests: some of those without a browser start the built server too.
    heading: 'Build',
    run: async () => {
      for (const build of [WEB, EXTENSION, SERVER]) await buildIfChanged(build)
    },
  },
  vitestPart('Unit and API tests'),
  playwrightPart('End to end'),
])
