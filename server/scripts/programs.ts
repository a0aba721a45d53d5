import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A system program that some command needs. */
export interface Program {
  name: string
  debianPackages: string[]
  /** apt-get options in addition to the packages. */
  aptOptions?: string[]
  /** Homebrew formula; null: there is none. */
  brew: string | null
  isThere: () => boolean
  /** Null: the program is required. Otherwise one sentence on what doesn't work without it. */
  withoutIt: string | null
}

const SPHINX_MODEL = '/usr/share/pocketsphinx/model/en-us/en-us'

const ffmpeg: Program = {
  name: 'ffmpeg',
  debianPackages: ['ffmpeg'],
  brew: 'ffmpeg',
  isThere: () => isSet('FFMPEG_PATH', 'ffmpeg') && isSet('FFPROBE_PATH', 'ffprobe'),
  withoutIt: null,
}

const pocketsphinx: Program = {
  name: 'pocketsphinx',
  debianPackages: ['pocketsphinx', 'pocketsphinx-en-us'],
  brew: null,
  isThere: () => isOnPath('pocketsphinx_batch') && existsSync(SPHINX_MODEL),
  withoutIt: 'Without pocketsphinx, recordings without captions need a speech model or an AI server.',
}

const chromium: Program = {
  name: 'Chromium',
  debianPackages: ['chromium', 'fonts-dejavu-core'],
  brew: 'chromium',
  isThere: () => isOnPath('chromium') || isOnPath('chromium-browser') || isOnPath('google-chrome'),
  withoutIt: null,
}

const headlessShell: Program = {
  name: 'Chromium’s headless shell',
  debianPackages: ['chromium-headless-shell'],
  brew: null,
  isThere: () => isOnPath('chromium-headless-shell'),
  withoutIt: 'Without Chromium’s headless shell, page tests run in Chromium itself, which takes about 50% longer.',
}

const flite: Program = {
  name: 'flite',
  debianPackages: ['flite'],
  brew: 'flite',
  isThere: () => isOnPath('flite'),
  withoutIt: null,
}

const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/none-by-the-package.conf'

const postgres: Program = {
  name: 'PostgreSQL',
  debianPackages: ['postgresql'],
  // The package would set up and start a system-wide server; the tests start their own.
  aptOptions: [
    `-oDPkg::Pre-Invoke::=mkdir -p ${dirname(NO_CLUSTER)} && echo create_main_cluster = off >${NO_CLUSTER}`,
    `-oDPkg::Post-Invoke::=rm -f ${NO_CLUSTER}`,
  ],
  brew: 'postgresql',
  isThere: () => postgresPrograms() !== null,
  withoutIt: 'WARNING: without PostgreSQL all suites run on SQLite.',
}

const python: Program = {
  name: 'Python with venv',
  debianPackages: ['python3-venv'],
  brew: 'python',
  // Debian packages the module that venv needs separately.
  isThere: () => spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0,
  withoutIt: null,
}

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox'

const firefox: Program = {
  name: 'Firefox',
  debianPackages: ['firefox-esr'],
  brew: 'firefox',
  isThere: () => isOnPath('firefox-esr') || isOnPath('firefox') || existsSync(MAC_FIREFOX),
  withoutIt: null,
}

/** Required by `npm start`. */
export const START_PROGRAMS: Program[] = [ffmpeg, pocketsphinx]

/** Required by `npm test`. The tests really run the draft transcriber, so it isn't optional for them. */
export function testPrograms(env: NodeJS.ProcessEnv): Program[] {
  const database = mayLackPostgres(env) ? postgres : { ...postgres, withoutIt: null }
  return [ffmpeg, { ...pocketsphinx, withoutIt: null }, chromium, headlessShell, flite, database]
}

/** Also required by `npm run test:full`, for Schemathesis and the extension in Firefox. */
export const FULL_TEST_PROGRAMS: Program[] = [python, firefox]

/** Required on CI, where a skipped PostgreSQL run would go unnoticed. */
export function mayLackPostgres({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== 'true'
}

/**
 * The folder of PostgreSQL's server and tools, of the newest version from Debian's packages, else on PATH; null:
 * none.
 */
export function postgresPrograms(): string | null {
  const version = (folder: string) => Number(folder.split('/').at(-2))
  const [newest] = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => version(b) - version(a))
  return [newest ?? '', ...searchPath()].find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** True when a program of this name is in one of the folders of PATH. */
export function isOnPath(name: string): boolean {
  return searchPath().some((folder) => existsSync(join(folder, name)))
}

function searchPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter)
}

function isSet(variable: string, program: string): boolean {
  return existsSync(process.env[variable] ?? '') || isOnPath(program)
}
