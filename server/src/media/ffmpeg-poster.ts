import { access } from 'node:fs/promises'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { fileUrl, inputFlags, outputFlags, runFfmpeg } from './ffmpeg-run.ts'
import type { MediaInfo, ToolOptions } from './media.ts'
import { PermanentFailure } from '../kernel/errors.ts'

const TIMEOUT_MS = 60_000
const MAX_WIDTH = 1280
/** Parts of the length at which a frame is tried, until one is not nearly black. */
const POSITIONS = [0.1, 0.3, 0.6, 0]
/** The first second is often a black or half-drawn window. */
const EARLIEST_MS = 1000
/** The filter picks the most typical of so many frames. */
const FRAMES_COMPARED = 24
/** Mean luma (16 is black) below which a frame shows nothing. */
const DARK_LUMA = 32

/**
 * Writes a JPEG of a distinctive frame, at most 1280 px wide; a video that is dark everywhere gives its last try.
 * @returns false when there is no picture or none could be read.
 */
export async function writePoster(
  ffmpeg: string,
  path: string,
  info: MediaInfo,
  output: string,
  options: ToolOptions,
): Promise<boolean> {
  if (info.video === null) return false
  for (const positionMs of positions(info.durationMs ?? 0)) {
    const luma = await grabFrame(ffmpeg, path, positionMs, output, options)
    if (luma !== null && luma >= DARK_LUMA) return true
  }
  return exists(output)
}

function positions(durationMs: number): number[] {
  const wanted = POSITIONS.map((part) => Math.round(part === 0 ? 0 : Math.max(durationMs * part, EARLIEST_MS)))
  return [...new Set(wanted)].filter((positionMs) => positionMs === 0 || positionMs < durationMs)
}

/** @returns the frame's mean luma, or null when there is no frame at that place. */
async function grabFrame(
  ffmpeg: string,
  path: string,
  positionMs: number,
  output: string,
  { signal }: ToolOptions,
): Promise<number | null> {
  let luma: number | null = null
  const filters = [
    `scale=w='min(iw,${MAX_WIDTH})':h=-2`,
    `thumbnail=${FRAMES_COMPARED}`,
    'format=yuv420p',
    'signalstats',
    'metadata=print:key=lavfi.signalstats.YAVG:file=-',
  ]
  const flags = [
    '-ss',
    (positionMs / 1000).toFixed(3),
    ...inputFlags(path),
    '-map',
    '0:V:0',
    '-vf',
    filters.join(','),
    '-frames:v',
    '1',
    '-q:v',
    '4',
    '-map_metadata',
    '-1',
    ...outputFlags(),
    '-f',
    'image2',
    '-update',
    '1',
    fileUrl(output),
  ]
  const onLine = (line: string): void => {
    const [, value] = /^lavfi\.signalstats\.YAVG=([\d.]+)/.exec(line) ?? []
    if (value !== undefined) luma = Number(value)
  }
  try {
    await runFfmpeg(ffmpeg, flags, { signal, timeoutMs: TIMEOUT_MS, totalMs: null, onLine })
  } catch (error) {
    const failure = toMediaFailure(error, 'not_convertible')
    if (!(failure instanceof PermanentFailure)) throw failure
  }
  return luma
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
