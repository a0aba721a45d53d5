import type { Machine } from './machine.ts'
import type { Program } from './programs.ts'

/** A required program is missing; the message is one sentence on how to install it. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram'
}

/**
 * Ensures that the programs are installed: as root on Debian it installs missing ones, elsewhere it says how. A
 * missing optional program only causes a warning.
 * @throws {MissingProgram} when a required one is missing.
 */
export function ensurePrograms(programs: Program[], machine: Machine): void {
  const required = programs.filter(({ withoutIt }) => withoutIt === null)
  const optional = programs.filter(({ withoutIt }) => withoutIt !== null)
  const missing = ensureGroup(required, machine)
  if (missing.length > 0)
    throw new MissingProgram(
      `${names(missing)} ${missing.length > 1 ? 'are' : 'is'} missing. ${remedy(missing, machine)}`,
    )
  for (const program of ensureGroup(optional, machine))
    machine.print(`${program.withoutIt} ${remedy([program], machine)}`)
}

function ensureGroup(programs: Program[], machine: Machine): Program[] {
  const missing = programs.filter((program) => !program.isThere())
  if (missing.length === 0 || !machine.hasApt || !machine.isRoot) return missing
  machine.print(`Installing ${names(missing)} (apt-get install ${packages(missing)})`)
  const problem = install(missing, machine)
  if (problem !== null) machine.print(`apt-get could not install: ${problem}`)
  return missing.filter((program) => !program.isThere())
}

/** @returns null, or apt-get's error. The lists are updated only when the packages aren't in the current ones. */
function install(missing: Program[], machine: Machine): string | null {
  const options = missing.flatMap(({ aptOptions = [] }) => aptOptions)
  const command = ['install', '-y', '-qq', '--no-install-recommends', ...options, ...packages(missing).split(' ')]
  if (machine.apt(command) === null) return null
  return machine.apt(['update', '-qq']) ?? machine.apt(command)
}

function remedy(missing: Program[], machine: Machine): string {
  if (machine.hasApt) return `Install with: ${machine.isRoot ? '' : 'sudo '}apt-get install -y ${packages(missing)}`
  const formulas = missing.flatMap(({ brew }) => brew ?? [])
  if (machine.isMac && formulas.length > 0) return `Install with: brew install ${formulas.join(' ')}`
  return `Install ${missing.length > 1 ? 'them' : 'it'} and put ${missing.length > 1 ? 'them' : 'it'} on PATH.`
}

function names(programs: Program[]): string {
  return new Intl.ListFormat('en').format(programs.map(({ name }) => name))
}

function packages(programs: Program[]): string {
  return programs.flatMap(({ debianPackages }) => debianPackages).join(' ')
}
