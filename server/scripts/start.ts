/** Sets up what the server needs, builds what changed, and becomes the server. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { BuildFailed, buildIfChanged, EXTENSION, SERVER, WEB } from './build.ts'
import { EXTENSION_FOLDERS, HOW_TO_LOAD } from './load-extension.ts'
import { requirePrograms } from './require-programs.ts'

requirePrograms()
try {
  for (const build of [WEB, SERVER]) await buildIfChanged(build)
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
// The server serves what is built into it later, and warns of a folder that is not there.
mkdirSync(dirname(EXTENSION_FOLDERS.chrome), { recursive: true })
// In this process, so that signals and the exit code are the server's own.
await import('./run-built.ts')
// Nobody waits for the extension: it is loaded by hand, from its folder.
buildIfChanged(EXTENSION)
  .then(() => console.log(HOW_TO_LOAD))
  .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
