/**
 * Installs the packages of the lockfile, and checks Node. Plain JavaScript on purpose: it runs on any Node and says in
 * one sentence why the rest would not.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'

const PACKAGES = ['.', 'extension', 'web', 'server', 'shared', 'e2e']
const INPUTS = ['pnpm-workspace.yaml', ...PACKAGES.map((folder) => `${folder}/package.json`)]
const STATE = 'node_modules/.modules.yaml'

if (!isInstalled()) {
  const pnpm = ['-y', 'pnpm@12.21.0', 'install', '--reporter=append-only', '--loglevel=warn']
  // Standard output belongs to the command that follows.
  const { status } = spawnSync('npx', pnpm, { stdio: ['inherit', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
  // It leaves the file as it is when nothing was missing.
  utimesSync(STATE, new Date(), new Date())
}
if (!process.features.typescript) {
  console.error(
    `Node 22.18 or newer is needed to run TypeScript (24 is installed with the project where possible); this is ${process.version}.`,
  )
  process.exit(1)
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
