import { access } from 'node:fs/promises'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { fileUrl, inputFlags, outputFlags, runFfmpeg } from './ffmpeg-run.ts'
import { soundFlags } from './ffmpeg-sound.ts'
import type { MediaInfo, ToolOptions } from './media.ts'
import { PermanentFailure } from '../kernel/errors.ts'

const TIMEOUT_MS = 60_000
const MAX_WIDTH = 1280
/** Positions, as a share of the duration, at which a frame is tried until one is not nearly black. */
const POSITIONS = [0.1, 0.3, 0.6, 0]
/** The first second is often a black or half-drawn window. */
const EARLIEST_MS = 1000
/** The filter picks the most typical of this many frames. */
const FRAMES_COMPARED = 24
/** Mean luma (16 is black) below which a frame shows nothing. */
const DARK_LUMA = 32

/** The waveform needs all of the audio decoded. */
const WAVEFORM_TIMEOUT_MS = 30 * 60_000
/** ffmpeg keeps all samples until it draws: at this rate 160 MB for the longest recording. */
const WAVEFORM_RATE = 2000
const WAVEFORM = 'aformat=channel_layouts=mono,showwavespic=s=1280x720:scale=sqrt:draw=full:colors=0x8b8bf5'

/**
 * Writes a JPEG of a distinctive frame, at most 1280 px wide; for a video that is dark everywhere, its last attempt.
 * For an audio recording, its waveform, which players show during playback.
 * @returns false when there is neither video nor audio or none could be read.
 */
export async function writePoster(
  ffmpeg: string,
  path: string,
  info: MediaInfo,
  output: string,
  options: ToolOptions,
): Promise<boolean> {
  if (info.video === null) {
    await drawWaveform(ffmpeg, path, info, output, options)
    return exists(output)
  }
  for (const positionMs of positions(info.durationMs ?? 0)) {
    const luma = await grabFrame(ffmpeg, path, positionMs, output, options)
    if (luma !== null && luma >= DARK_LUMA) return true
  }
  return exists(output)
}

async function drawWaveform(
  ffmpeg: string,
  path: string,
  { audio }: MediaInfo,
  output: string,
  { signal }: ToolOptions,
): Promise<void> {
  if (audio === null) return
  const sound = soundFlags(audio.tracks, [`aresample=${WAVEFORM_RATE}`, WAVEFORM])
  await writePicture(ffmpeg, [...inputFlags(path), ...sound], output, {
    signal,
    timeoutMs: WAVEFORM_TIMEOUT_MS,
    totalMs: null,
  })
}

function positions(durationMs: number): number[] {
  const wanted = POSITIONS.map((part) => Math.round(part === 0 ? 0 : Math.max(durationMs * part, EARLIEST_MS)))
  return [...new Set(wanted)].filter((positionMs) => positionMs === 0 || positionMs < durationMs)
}

/** @returns the frame's mean luma, or null when there is no frame at that position. */
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
  const flags = ['-ss', (positionMs / 1000).toFixed(3), ...inputFlags(path), '-map', '0:V:0', '-vf', filters.join(',')]
  const onLine = (line: string): void => {
    const [, value] = /^lavfi\.signalstats\.YAVG=([\d.]+)/.exec(line) ?? []
    if (value !== undefined) luma = Number(value)
  }
  await writePicture(ffmpeg, flags, output, { signal, timeoutMs: TIMEOUT_MS, totalMs: null, onLine })
  return luma
}

/** Writes one JPEG, or none when the file yields no picture. */
async function writePicture(
  ffmpeg: string,
  flags: readonly string[],
  output: string,
  job: Parameters<typeof runFfmpeg>[2],
): Promise<void> {
  const picture = ['-frames:v', '1', '-q:v', '4', '-map_metadata', '-1', ...outputFlags()]
  try {
    await runFfmpeg(ffmpeg, [...flags, ...picture, '-f', 'image2', '-update', '1', fileUrl(output)], job)
  } catch (error) {
    const failure = toMediaFailure(error, 'not_convertible')
    if (!(failure instanceof PermanentFailure)) throw failure
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
