import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfChanged, SERVER } from '../../scripts/build.ts'
import { ROOT, STATE } from '../../scripts/places.ts'
import { lockInTurn } from '../db/folder-lock.ts'

/**
 * The environment of a program of the product that a test starts, beside its settings: nothing of who runs the tests, and the
 * code that was compiled for the ones before it.
 */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** How long another test's build is waited for. ms */
const BUILD_MS = 300_000

/**
 * A program of the product as it is shipped, built when its sources have changed: it starts in a fifth of the time that they
 * take. @param builds what it is tested with. @returns its path.
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
