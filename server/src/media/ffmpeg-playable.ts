import { stat } from 'node:fs/promises'
import { PermanentFailure } from '../kernel/errors.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { probeMedia } from './ffmpeg-probe.ts'
import { redactionFilters, type StreamFilters } from './ffmpeg-redact.ts'
import { fileUrl, inputFlags, MAX_OUTPUT_BYTES, outputFlags, runFfmpeg, type FfmpegPrograms } from './ffmpeg-run.ts'
import { hasSound, soundFlags } from './ffmpeg-sound.ts'
import type { MediaInfo, SoundTrack, TimeRange, ToolOptions } from './media.ts'
import {
  encodesNothing,
  planPlayable,
  planTranscode,
  type PlayableContainer,
  type PlayablePlan,
  type Treatment,
} from './playability.ts'

export interface PlayableFile {
  path: string
  extension: PlayableContainer
  info: MediaInfo
  /** ffmpeg reported errors: the recording may be damaged. */
  hasErrors: boolean
}

const MINUTE_MS = 60_000
const MIN_TIMEOUT_MS = 10 * MINUTE_MS
const MAX_TIMEOUT_MS = 12 * 60 * MINUTE_MS
/** A slow single core still transcodes 1080p at a sixth of real time. */
const TIMEOUT_PER_LENGTH = 6
/** Seeking lands on a key frame, so there is one every five seconds. */
const H264 = '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -force_key_frames expr:gte(t,n_forced*5)'.split(
  ' ',
)
/** Allowed error of the duration in container headers. */
const MIX_TOLERANCE_MS = 2000
const NO_FILTERS: StreamFilters = { video: [], audio: [] }
/** At most 1080p, portrait or landscape; even dimensions, which H.264 in 4:2:0 needs. */
const SCALE = `scale=w='min(iw,if(gt(iw,ih),1920,1080))':h='min(ih,if(gt(iw,ih),1080,1920))':force_original_aspect_ratio=decrease:force_divisible_by=2`

/**
 * Writes a file that browsers play and seek, copying what fits. Streams that fit by name but can't be copied (missing
 * timestamps, broken headers) are transcoded in a second attempt, so a damaged file still yields its readable content.
 * @throws PermanentFailure when the result isn't playable.
 */
export async function makePlayable(
  programs: FfmpegPrograms,
  path: string,
  info: MediaInfo,
  outputBase: string,
  options: ToolOptions,
): Promise<PlayableFile> {
  const plan = planPlayable(info)
  if (plan.video !== 'copy' && plan.audio !== 'copy') return convert(programs, path, info, plan, outputBase, options)
  try {
    return await convert(programs, path, info, plan, outputBase, options)
  } catch (error) {
    if (!(error instanceof PermanentFailure) || error.code === 'playable_too_large') throw error
    return convert(programs, path, info, planTranscode(info), outputBase, options)
  }
}

/**
 * Re-encodes the recording at its full length, black and silent in these ranges. Nothing is copied: a copied stream
 * keeps the content between its key frames.
 * @throws PermanentFailure when the result isn't playable.
 */
export function makeRedacted(
  programs: FfmpegPrograms,
  path: string,
  info: MediaInfo,
  ranges: readonly TimeRange[],
  outputBase: string,
  options: ToolOptions,
): Promise<PlayableFile> {
  return convert(programs, path, info, planTranscode(info), outputBase, options, redactionFilters(ranges))
}

async function convert(
  programs: FfmpegPrograms,
  path: string,
  info: MediaInfo,
  plan: PlayablePlan,
  outputBase: string,
  options: ToolOptions,
  filters: StreamFilters = NO_FILTERS,
): Promise<PlayableFile> {
  const output = `${outputBase}.${plan.container}`
  let hasErrors: boolean
  try {
    const { stderr } = await runFfmpeg(
      programs.ffmpeg,
      conversionFlags(path, output, info.audio?.tracks ?? [], plan, filters),
      {
        ...options,
        totalMs: info.durationMs,
        timeoutMs: timeout(info, plan),
      },
    )
    hasErrors = stderr.trim() !== ''
  } catch (error) {
    throw toMediaFailure(error, 'not_convertible')
  }
  if ((await stat(output)).size >= MAX_OUTPUT_BYTES) throw new PermanentFailure('playable_too_large')
  const made = await probePlayable(programs.ffprobe, output, options)
  if ((info.audio?.tracks.length ?? 0) > 1) await verifyMix(programs.ffmpeg, output, info, made, options)
  return { path: output, extension: plan.container, info: made, hasErrors }
}

/**
 * Checks the audio of a mix before the original is deleted.
 * @throws PermanentFailure when it is silent or shorter than the recording.
 */
async function verifyMix(
  ffmpeg: string,
  path: string,
  original: MediaInfo,
  made: MediaInfo,
  { signal }: ToolOptions,
): Promise<void> {
  const isShort = (original.durationMs ?? 0) - (made.durationMs ?? 0) > MIX_TOLERANCE_MS
  if (isShort || !(await hasSound(ffmpeg, path, made, { signal }))) throw new PermanentFailure('not_convertible')
}

function conversionFlags(
  path: string,
  output: string,
  tracks: readonly SoundTrack[],
  { container, video, audio }: PlayablePlan,
  filters: StreamFilters,
): string[] {
  return [
    // Recorders and AVI omit timestamps, which copying needs.
    '-fflags',
    '+genpts',
    ...inputFlags(path),
    ...(video === 'drop' ? ['-vn'] : ['-map', '0:V:0']),
    ...audioFlags(audio, container, tracks, filters.audio),
    '-sn',
    '-dn',
    // Phones record their location and owner.
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    ...videoFlags(video, filters.video),
    ...(container === 'mp4' ? ['-movflags', '+faststart'] : []),
    ...outputFlags(),
    '-f',
    container,
    fileUrl(output),
  ]
}

function videoFlags(treatment: Treatment, filters: readonly string[]): string[] {
  if (treatment === 'drop') return []
  if (treatment === 'copy') return ['-c:v', 'copy']
  return [...H264, '-vf', [...filters, SCALE].join(',')]
}

function audioFlags(
  treatment: Treatment,
  container: PlayableContainer,
  tracks: readonly SoundTrack[],
  filters: readonly string[],
): string[] {
  if (treatment === 'drop') return ['-an']
  if (treatment === 'copy') return [...tracks.flatMap(({ index }) => ['-map', `0:${index}`]), '-c:a', 'copy']
  const codec = container === 'webm' ? ['-c:a', 'libopus', '-b:a', '96k'] : ['-c:a', 'aac', '-b:a', '128k']
  return [...soundFlags(tracks, filters), ...codec, '-ac', '2']
}

/** ffmpeg succeeds even when every frame was unreadable, so the result is checked. */
async function probePlayable(ffprobe: string, output: string, options: ToolOptions): Promise<MediaInfo> {
  const info = await probeMedia(ffprobe, output, options)
  if (info.durationMs === null) throw new PermanentFailure('no_length')
  return info
}

function timeout({ durationMs }: MediaInfo, plan: PlayablePlan): number {
  if (encodesNothing(plan)) return MIN_TIMEOUT_MS
  if (durationMs === null) return MAX_TIMEOUT_MS
  return Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, durationMs * TIMEOUT_PER_LENGTH))
}
