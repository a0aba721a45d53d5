import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { thisMachine } from './machine.ts'
import { START_PROGRAMS } from './programs.ts'
import { ensurePrograms, MissingProgram } from './system-programs.ts'

/** Checks that the server's programs are installed, or exits with one sentence. `.env` may give their paths. */
export function requirePrograms(): void {
  if (existsSync('.env')) loadEnvFile('.env')
  try {
    ensurePrograms(START_PROGRAMS, thisMachine)
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
