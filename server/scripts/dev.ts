/** Server, web app and extension in watch mode; Ctrl-C ends all three. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finalLines } from './final-lines.ts'
import { BIN, ROOT } from './places.ts'
import { readPort } from './read-port.ts'
import { requirePrograms } from './require-programs.ts'

requirePrograms()
// The web app's proxy needs the server's port.
const env = { ...process.env, PORT: readPort(ROOT, process.env) }
const children = [
  startChild('server', 'node', '--watch', '--watch-preserve-output', 'server/src/main.ts'),
  startChild('web', 'vite', 'web'),
  startChild('extension', 'wxt'),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}

function startChild(label: string, program: string, ...rest: string[]): ChildProcess {
  const child = spawn(join(BIN, program), rest, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    void print(label, stream)
  }
  // A program that fails leaves the others running, as they may be the ones in use.
  child.on('error', (error) => console.log(`${label.padEnd(9)} │ ${error.message}`))
  return child
}

async function print(label: string, stream: Readable): Promise<void> {
  for await (const line of finalLines(stream)) console.log(`${label.padEnd(9)} │ ${line}`)
}
