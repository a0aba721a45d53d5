/** Installs the packages of the lockfile, Node among them. Plain JavaScript, since any Node runs it at first. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'

const PACKAGES = ['.', 'extension', 'web', 'server', 'shared', 'e2e']
const INPUTS = ['pnpm-workspace.yaml', ...PACKAGES.map((folder) => `${folder}/package.json`)]
const STATE = 'node_modules/.modules.yaml'

if (!isInstalled()) {
  const pnpm = ['-y', 'pnpm@12.21.0', 'install', '--reporter=append-only', '--loglevel=warn']
  run('npx', pnpm)
  // It leaves the file as it is when nothing was missing.
  utimesSync(STATE, new Date(), new Date())
}
// The Node just installed, by its own lookup: the one of this process may be too old, and a shell remembers where it was.
run('node', ['server/scripts/check-node.mjs'])

/** @param {string} program @param {string[]} args */
function run(program, args) {
  // Standard output belongs to the command that follows.
  const { status } = spawnSync(program, args, { stdio: ['inherit', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Asking pnpm takes two seconds at every start. */
function isInstalled() {
  if (!existsSync(STATE) || PACKAGES.some((folder) => !existsSync(`${folder}/node_modules`))) return false
  const installedAt = statSync(STATE).mtimeMs
  if (INPUTS.some((file) => existsSync(file) && statSync(file).mtimeMs > installedAt)) return false
  return read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
