import { execFileSync } from 'node:child_process'

/** Runs a program to completion. @returns its standard output. */
export function run(program: string, args: string[]): Buffer {
  return execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 })
}

export function ffmpeg(...args: string[]): Buffer {
  return run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args])
}
