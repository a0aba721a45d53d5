import { stat } from 'node:fs/promises'
import { PermanentFailure } from '../kernel/errors.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { fileUrl, inputFlags, MAX_OUTPUT_BYTES, outputFlags, runFfmpeg } from './ffmpeg-run.ts'
import { rangeFlags, soundFlags } from './ffmpeg-sound.ts'
import type { MediaInfo, TimeRange, ToolOptions } from './media.ts'
import { meanVolumeDb, SAMPLE_RATE, wavDurationMs } from './wav.ts'

/** Decoding audio runs at hundreds of times real time. */
const TIMEOUT_MS = 30 * 60_000
const SILENCE_SECONDS = 0.35
/** The silence threshold for a recording of ordinary volume. */
const SILENCE_DB = -35
/** The silence threshold of a quiet recording is this far below its mean, but never below the floor. */
const SILENCE_BELOW_MEAN_DB = 12
const SILENCE_FLOOR_DB = -65
/** Without `bitexact` ffmpeg adds a chunk before the samples. */
const PLAIN_WAV =
  `-ac 1 -ar ${SAMPLE_RATE} -c:a pcm_s16le -fflags +bitexact -flags:a +bitexact -map_metadata -1 -f wav`.split(' ')
const SMALL_MP3 = `-ac 1 -ar ${SAMPLE_RATE} -c:a libmp3lame -b:a 32k -map_metadata -1 -f mp3`.split(' ')

/**
 * Writes the mix of all tracks as 16 kHz mono PCM WAV, with silence where a track pauses, so that its times match the
 * video's.
 * @param info from `measureSound`.
 */
export async function extractAudio(
  ffmpeg: string,
  path: string,
  info: MediaInfo,
  output: string,
  options: ToolOptions & { range?: TimeRange },
): Promise<void> {
  if (info.audio === null) throw new PermanentFailure('unreadable_sound')
  const flags = [
    ...(options.range ? rangeFlags(options.range) : []),
    ...inputFlags(path),
    '-vn',
    '-sn',
    '-dn',
    ...soundFlags(info.audio.tracks, ['aresample=async=1:first_pts=0']),
    ...PLAIN_WAV,
    ...outputFlags(),
    fileUrl(output),
  ]
  await runAudio(ffmpeg, flags, 'unreadable_sound', { ...options, totalMs: info.durationMs })
  if ((await stat(output)).size >= MAX_OUTPUT_BYTES) throw new PermanentFailure('playable_too_large')
}

/** Silences of at least 0.35 s in a WAV from extractAudio, in order. */
export async function findSilences(ffmpeg: string, wavPath: string, options: ToolOptions): Promise<TimeRange[]> {
  const totalMs = await wavDurationMs(wavPath)
  const silenceDb = Math.max(
    SILENCE_FLOOR_DB,
    Math.min(SILENCE_DB, (await meanVolumeDb(wavPath)) - SILENCE_BELOW_MEAN_DB),
  )
  const silences: TimeRange[] = []
  let startMs: number | null = null
  const onLine = (line: string): void => {
    const [, edge, value] = /^lavfi\.silence_(start|end)=(-?[\d.]+)/.exec(line) ?? []
    if (edge === undefined || value === undefined) return
    const timeMs = Math.min(totalMs, Math.max(0, Math.round(Number(value) * 1000)))
    if (edge === 'start') startMs = timeMs
    else if (startMs !== null) {
      silences.push({ startMs, endMs: timeMs })
      startMs = null
    }
    options.onProgress?.(timeMs / totalMs)
  }
  const filters = `silencedetect=noise=${silenceDb.toFixed(1)}dB:d=${SILENCE_SECONDS},ametadata=mode=print:file=-`
  await runAudio(ffmpeg, [...inputFlags(wavPath), '-af', filters, '-f', 'null', '-'], 'unreadable_sound', {
    ...options,
    totalMs,
    onLine,
  })
  if (startMs !== null && startMs < totalMs) silences.push({ startMs, endMs: totalMs })
  return silences
}

/** Writes a time range of a WAV as 32 kbit/s mono MP3. */
export async function cutSpeech(
  ffmpeg: string,
  wavPath: string,
  range: TimeRange,
  output: string,
  options: ToolOptions,
): Promise<void> {
  const flags = [...rangeFlags(range), ...inputFlags(wavPath), ...SMALL_MP3, ...outputFlags(), fileUrl(output)]
  await runAudio(ffmpeg, flags, 'unreadable_sound', { ...options, totalMs: range.endMs - range.startMs })
}

/** Text of a subtitle track as WebVTT. */
export async function extractSubtitles(
  ffmpeg: string,
  path: string,
  streamIndex: number,
  options: ToolOptions,
): Promise<string> {
  const flags = [...inputFlags(path), '-map', `0:${streamIndex}`, '-f', 'webvtt', 'pipe:1']
  return runAudio(ffmpeg, flags, 'unreadable_captions', { signal: options.signal, totalMs: null })
}

async function runAudio(
  ffmpeg: string,
  flags: readonly string[],
  code: FailureCode,
  job: ToolOptions & { totalMs: number | null; onLine?: (line: string) => void },
): Promise<string> {
  try {
    return (await runFfmpeg(ffmpeg, flags, { ...job, timeoutMs: TIMEOUT_MS })).stdout
  } catch (error) {
    throw toMediaFailure(error, code)
  }
}
