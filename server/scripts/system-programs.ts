import type { Machine } from './machine.ts'
import type { Program } from './programs.ts'

/** A program is missing that nothing works without; the message is one sentence with the way to get it. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram'
}

/**
 * Makes sure that the programs are there: as root on Debian the missing ones are installed, elsewhere the way to get
 * them is said. A missing optional one is only a warning.
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

/** @returns null, or what apt-get said. Its lists are fetched only when the packages can't be found with the ones at hand. */
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
