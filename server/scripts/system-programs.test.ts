import { describe, expect, it } from 'vitest'
import type { Machine } from './machine.ts'
import { FULL_TEST_PROGRAMS, mayLackPostgres, testPrograms, type Program } from './programs.ts'
import { ensurePrograms, MissingProgram } from './system-programs.ts'

/** A machine whose apt-get knows `available` packages, or finds them after `update`. */
function machine(
  settings: Partial<Machine> = {},
  archive: { listed: string[]; afterUpdate?: string[] } = { listed: [] },
) {
  const installed = new Set<string>()
  const said: string[] = []
  const calls: string[] = []
  const options: string[] = []
  let listed = archive.listed
  const apt = ([command, ...rest]: string[]): string | null => {
    calls.push(command ?? '')
    if (command === 'update') listed = archive.afterUpdate ?? listed
    if (command !== 'install') return null
    options.push(...rest.filter((word) => word.startsWith('-')))
    const packages = rest.filter((word) => !word.startsWith('-'))
    const unknown = packages.find((name) => !listed.includes(name))
    if (unknown !== undefined) return `E: Unable to locate package ${unknown}`
    for (const name of packages) installed.add(name)
    return null
  }
  const program = (name: string, withoutIt: string | null = null): Program => ({
    name,
    debianPackages: [name],
    brew: name,
    isThere: () => installed.has(name),
    withoutIt,
  })
  const made: Machine = { hasApt: true, isRoot: true, isMac: false, apt, print: (line) => said.push(line), ...settings }
  return { machine: made, program, said, calls, options }
}

describe('the programs a command needs', () => {
  it('are installed by root on Debian, with one line of output', () => {
    const debian = machine({}, { listed: ['ffmpeg', 'flite'] })
    ensurePrograms([debian.program('ffmpeg'), debian.program('flite')], debian.machine)
    expect(debian.calls).toEqual(['install'])
    expect(debian.said).toEqual(['Installing ffmpeg and flite (apt-get install ffmpeg flite)'])
  })

  it("are installed with their packages' options", () => {
    const debian = machine({}, { listed: ['ffmpeg', 'postgres'] })
    const postgres = { ...debian.program('postgres'), aptOptions: ['-oDPkg::Pre-Invoke::=true'] }
    ensurePrograms([debian.program('ffmpeg'), postgres], debian.machine)
    expect(debian.options).toEqual(['-y', '-qq', '--no-install-recommends', '-oDPkg::Pre-Invoke::=true'])
  })

  it("update apt-get's lists only when a package is not in them", () => {
    const debian = machine({}, { listed: [], afterUpdate: ['ffmpeg'] })
    ensurePrograms([debian.program('ffmpeg')], debian.machine)
    expect(debian.calls).toEqual(['install', 'update', 'install'])
  })

  it('cause no work when they are installed', () => {
    const debian = machine()
    ensurePrograms([{ ...debian.program('ffmpeg'), isThere: () => true }], debian.machine)
    expect(debian.calls).toEqual([])
    expect(debian.said).toEqual([])
  })

  it('are named with the exact command when the user may not install', () => {
    const debian = machine({ isRoot: false })
    expect(() => ensurePrograms([debian.program('ffmpeg')], debian.machine)).toThrow(
      new MissingProgram('ffmpeg is missing. Install with: sudo apt-get install -y ffmpeg'),
    )
    expect(debian.calls).toEqual([])
  })

  it('are named with a brew command on macOS and without one elsewhere', () => {
    const mac = machine({ hasApt: false, isMac: true })
    expect(() => ensurePrograms([mac.program('ffmpeg'), mac.program('flite')], mac.machine)).toThrow(
      'ffmpeg and flite are missing. Install with: brew install ffmpeg flite',
    )
    const other = machine({ hasApt: false })
    expect(() => ensurePrograms([other.program('ffmpeg')], other.machine)).toThrow(
      'ffmpeg is missing. Install it and put it on PATH.',
    )
  })

  it('only cause a warning when optional', () => {
    const debian = machine({}, { listed: ['ffmpeg'] })
    ensurePrograms(
      [debian.program('ffmpeg'), debian.program('sphinx', 'Without sphinx there is no draft.')],
      debian.machine,
    )
    expect(debian.said.at(-1)).toBe('Without sphinx there is no draft. Install with: apt-get install -y sphinx')
  })
})

describe('Firefox', () => {
  it('is required by the full tests only', () => {
    const isFirefox = ({ name }: Program) => name === 'Firefox'
    expect(FULL_TEST_PROGRAMS.find(isFirefox)).toMatchObject({ debianPackages: ['firefox-esr'], withoutIt: null })
    expect(testPrograms({}).some(isFirefox)).toBe(false)
  })
})

describe('PostgreSQL', () => {
  it.each([
    [{}, true],
    [{ CI: 'true' }, false],
  ])('is optional on developer machines and required on CI: %o', (env, may) => {
    const postgres = testPrograms(env).find(({ name }) => name === 'PostgreSQL')
    expect([mayLackPostgres(env), postgres?.withoutIt !== null]).toEqual([may, may])
  })
})
