import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../process/find-program.ts'
import { run } from '../process/run.ts'
import type { FfmpegPrograms } from './ffmpeg-run.ts'

/** The installed ffmpeg and ffprobe, which media tests require. */
export async function installedFfmpeg(): Promise<FfmpegPrograms> {
  const [ffmpeg, ffprobe] = await Promise.all([findProgram('ffmpeg'), findProgram('ffprobe')])
  if (ffmpeg === null || ffprobe === null) throw new Error('these tests need ffmpeg and ffprobe')
  return { ffmpeg, ffprobe }
}

/** Makes small media files in a folder with any ffmpeg flags. */
export interface FixtureMaker {
  folder: string
  /** Runs ffmpeg with these flags and writes `name`. @returns its path. */
  make(name: string, ...flags: string[]): Promise<string>
  /** The same, written to a pipe, so that the muxer can't go back and fill in a length or an index. */
  pipe(name: string, ...flags: string[]): Promise<string>
  /** A file with these bytes. */
  write(name: string, content: string | Uint8Array): Promise<string>
  /** The first `part` (0–1) of another file. */
  cut(name: string, source: string, part: number): Promise<string>
  /** Another file with 60,000 bytes in its middle overwritten. */
  damage(name: string, source: string): Promise<string>
}

export function createFixtureMaker({ ffmpeg }: FfmpegPrograms, folder: string): FixtureMaker {
  const start = (flags: string[], output: string) =>
    run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...flags, output], {
      signal: new AbortController().signal,
      timeoutMs: 240_000,
    })
  const make: FixtureMaker['make'] = async (name, ...flags) => {
    const path = join(folder, name)
    await start(flags, path)
    return path
  }
  const write: FixtureMaker['write'] = async (name, content) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  return {
    folder,
    make,
    write,
    async pipe(name, ...flags) {
      const path = join(folder, name)
      const redirect = 'output=$1; shift; exec "$@" > "$output"'
      await run('/bin/sh', ['-c', redirect, 'sh', path, ffmpeg, '-nostdin', '-v', 'error', ...flags, 'pipe:1'], {
        signal: new AbortController().signal,
        timeoutMs: 240_000,
      })
      return path
    },
    async cut(name, source, part) {
      const bytes = await readFile(source)
      return write(name, bytes.subarray(0, Math.floor(bytes.length * part)))
    },
    async damage(name, source) {
      const bytes = await readFile(source)
      const noise = createHash('shake256', { outputLength: 60_000 }).digest()
      bytes.set(noise, Math.floor(bytes.length / 2))
      return write(name, bytes)
    },
  }
}
