import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfChanged, SERVER } from '../../scripts/build.ts'
import { ROOT, STATE } from '../../scripts/places.ts'
import { lockInTurn } from '../db/folder-lock.ts'

/**
 * The environment of a product program that a test starts, besides its settings: nothing from the test runner, and
 * the compile cache of earlier runs.
 */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** How long to wait for another test's build. ms */
const BUILD_MS = 300_000

/**
 * A product program as shipped, rebuilt when its sources change: the build starts in a fifth of the sources' time.
 * @param builds what the test uses it with. @returns its path.
 */
export async function builtProgram(name: 'main' | 'admin', builds = [SERVER]): Promise<string> {
  await mkdir(STATE, { recursive: true })
  const unlock = await lockInTurn(join(STATE, 'server.lock'), AbortSignal.timeout(BUILD_MS))
  try {
    for (const build of builds) await buildIfChanged(build)
  } finally {
    unlock()
  }
  return join(ROOT, 'server/dist', `${name}.js`)
}
