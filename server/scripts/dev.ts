/** Server, web app and extension in watch mode; Ctrl-C ends all three. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BIN, ROOT } from './places.ts'
import { requirePrograms } from './require-programs.ts'

requirePrograms()
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
  const child = spawn(join(BIN, program), rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${label.padEnd(9)} │ ${line}`))
  }
  // One that can't be started or breaks leaves the others running: they may be all that is worked on.
  child.on('error', (error) => console.log(`${label.padEnd(9)} │ ${error.message}`))
  return child
}
