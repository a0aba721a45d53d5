import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { run, type RunResult } from '../process/run.ts'
import type { ToolOptions } from './media.ts'

/** Absolute paths of the two programs. */
export interface FfmpegPrograms {
  ffmpeg: string
  ffprobe: string
}

interface FfmpegJob extends ToolOptions {
  timeoutMs: number
  /** Output duration, for progress; null: unknown, so no progress is reported. */
  totalMs: number | null
  /** Receives each line that the filters print to standard output. */
  onLine?: (line: string) => void
}

/**
 * Maximum output file of a conversion, bytes: an upload is at most 2 GB, and anything that grows beyond this is not a
 * recording. Also below the 4 GiB limit of a WAV header.
 */
export const MAX_OUTPUT_BYTES = 4_000_000_000
/** ffmpeg stops at its own limit; the kernel's is slightly higher for what is written after that (index, header). */
const KERNEL_FILE_BYTES = MAX_OUTPUT_BYTES + 128 * 1024 ** 2
const MAX_ALLOCATION_BYTES = 1024 ** 3
const MAX_THREADS = 4

/**
 * Formats that are themselves media. Everything else that ffmpeg can open (playlists, concat scripts, image sequences,
 * devices) can refer to other files on this machine, so a playlist renamed `call.mp4` must not be opened.
 */
const INPUT_FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,flv,asf,ogg,wav,mp3,flac'

/** The flags of every input. `file:` keeps a path from being read as a protocol or an option. */
export function inputFlags(path: string): string[] {
  return [
    '-max_alloc',
    `${MAX_ALLOCATION_BYTES}`,
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    INPUT_FORMATS,
    '-i',
    fileUrl(path),
  ]
}

export function fileUrl(path: string): string {
  return `file:${resolve(path)}`
}

/** Runs ffmpeg with quiet logs and limited threads, and reports its progress. `flags` start with the input's. */
export async function runFfmpeg(ffmpeg: string, flags: readonly string[], job: FfmpegJob): Promise<RunResult> {
  const { signal, timeoutMs, onProgress, totalMs, onLine } = job
  const threads = `${Math.min(MAX_THREADS, availableParallelism())}`
  const reads = onLine !== undefined || (onProgress !== undefined && totalMs !== null)
  const progressFlags = reads && onLine === undefined ? ['-progress', 'pipe:1'] : []
  const onOutput = onLine ?? ((line: string) => reportProgress(line, totalMs, onProgress))
  return run(
    ffmpeg,
    ['-nostdin', '-hide_banner', '-nostats', '-v', 'error', '-y', ...progressFlags, '-threads', threads, ...flags],
    { signal, timeoutMs, fileBytes: KERNEL_FILE_BYTES, ...(reads ? { onLine: onOutput } : {}) },
  )
}

/** Output flags, placed before the output's name. */
export function outputFlags(): string[] {
  return ['-threads', `${Math.min(MAX_THREADS, availableParallelism())}`, '-fs', `${MAX_OUTPUT_BYTES}`]
}

function reportProgress(line: string, totalMs: number | null, onProgress: ToolOptions['onProgress']): void {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line.trim()) ?? []
  if (microseconds === undefined || totalMs === null || totalMs <= 0) return
  onProgress?.(Math.min(1, Number(microseconds) / 1000 / totalMs))
}
