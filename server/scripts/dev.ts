/** Server, web app and extension in watch mode; Ctrl-C ends all three. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { BIN, ROOT } from './places.ts'
import { readPort } from './read-port.ts'
import { requirePrograms } from './require-programs.ts'

requirePrograms()
// The web app's proxy needs the server's port.
const env = { ...process.env, PORT: readPort(ROOT, process.env) }
const children = [
  startChild('node', '--watch', '--watch-preserve-output', 'server/src/main.ts'),
  startChild('vite', 'web'),
  startChild('wxt'),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}

function startChild(program: string, ...rest: string[]): ChildProcess {
  const child = spawn(join(BIN, program), rest, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
  // A program that fails leaves the others running, as they may be the ones in use.
  child.on('error', (error) => console.error(error.message))
  return child
}
