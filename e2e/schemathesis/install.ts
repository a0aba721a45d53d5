import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const ENVIRONMENT = resolve(import.meta.dirname, '../../node_modules/.cache/schemathesis')
/** Lists the installed versions. Written last, so that an interrupted installation is repeated. */
const INSTALLED = join(ENVIRONMENT, 'requirements.txt')

/**
 * Installs the pinned Schemathesis into its own virtual environment, unless it is already installed.
 * @returns the program's path.
 * @throws when Python or PyPI is missing, with the message of venv or pip.
 */
export async function installSchemathesis(): Promise<string> {
  const wanted = await readFile(REQUIREMENTS, 'utf8')
  const isInstalled = existsSync(INSTALLED) && (await readFile(INSTALLED, 'utf8')) === wanted
  if (!isInstalled) {
    await rm(ENVIRONMENT, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', ENVIRONMENT])
    await run(join(ENVIRONMENT, 'bin/pip'), ['install', '--quiet', '-r', REQUIREMENTS])
    await copyFile(REQUIREMENTS, INSTALLED)
  }
  return join(ENVIRONMENT, 'bin/schemathesis')
}
