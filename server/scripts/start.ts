/** Sets up the server's requirements, builds changes, and becomes the server. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { BuildFailed, buildIfChanged, EXTENSION, SERVER, WEB } from './build.ts'
import { EXTENSION_FOLDERS, HOW_TO_LOAD } from './load-extension.ts'
import { requirePrograms } from './require-programs.ts'

requirePrograms()
try {
  await Promise.all([buildIfChanged(WEB), buildIfChanged(SERVER)])
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
// The server serves this folder once it is built, and warns if it is missing.
mkdirSync(dirname(EXTENSION_FOLDERS.chrome), { recursive: true })
// In this process, so that signals and the exit code are the server's own.
await import('./run-built.ts')
// Built in the background, because users load the extension by hand later.
buildIfChanged(EXTENSION)
  .then(() => console.log(HOW_TO_LOAD))
  .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
