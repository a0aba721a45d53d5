import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isOnPath } from './programs.ts'

/** The machine as the setup sees it. */
export interface Machine {
  hasApt: boolean
  isRoot: boolean
  isMac: boolean
  /** Runs apt-get. @returns null on success, else the end of its error output. */
  apt: (command: string[]) => string | null
  /** Prints one line in the terminal. */
  print: (line: string) => void
}

export const thisMachine: Machine = {
  hasApt: existsSync('/etc/debian_version') && isOnPath('apt-get'),
  isRoot: process.getuid?.() === 0,
  isMac: process.platform === 'darwin',
  apt: runApt,
  print: (line) => void process.stderr.write(`${line}\n`),
}

function runApt(command: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', command, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return null
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'no reason given'
}
