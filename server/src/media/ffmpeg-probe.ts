import { z } from 'zod'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { run } from '../process/run.ts'
import { explainUnreadable, toMediaFailure } from './ffmpeg-failures.ts'
import { inputFlags } from './ffmpeg-run.ts'
import type { MediaInfo, SoundTrack, ToolOptions } from './media.ts'
import { readMp4File } from './mp4-file.ts'
import { encodesNothing, planPlayable } from './playability.ts'
import { readWebmLayout } from './webm-elements.ts'

const PROBE_TIMEOUT_MS = 60_000
/** Anything shorter is not a recording (a single picture in a video container). */
const MIN_DURATION_MS = 100
/** 8K; a larger picture needs more memory than a conversion may use. */
const MAX_PIXELS = 8192 * 4352
/** ffprobe guesses MP3 from any bytes; a real one scores higher than this. */
const MIN_MP3_SCORE = 26
/** Telephones use 8 kHz; below this there is no speech, and a few kilobytes hold days. */
const MIN_SAMPLE_RATE = 4000
/** For example, a phone's spatial audio next to the track that every player supports. */
const UNKNOWN_CODECS = ['unknown', 'none']
/** QuickTime and phone containers that not every browser opens, even with supported streams. */
const FOREIGN_BRANDS = ['qt  ', 'M4A ', '3gp4', '3gp5', '3g2a']
/** Subtitles stored as text, unlike bitmap ones (DVD, PGS). */
const TEXT_SUBTITLES = ['mov_text', 'subrip', 'webvtt', 'ass', 'ssa', 'text']

const seconds = z.coerce.number().nonnegative().catch(Number.NaN)
const streamSchema = z.object({
  index: z.number().int(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  pix_fmt: z.string().optional(),
  width: z.number().int().default(0),
  height: z.number().int().default(0),
  channels: z.number().int().default(0),
  sample_rate: z.coerce.number().int().catch(0).default(0),
  duration: seconds.optional(),
  disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
  tags: z.record(z.string(), z.string()).default({}),
})
const replySchema = z.object({
  format: z.object({ format_name: z.string(), duration: seconds.optional(), probe_score: z.number().default(100) }),
  streams: z.array(streamSchema).default([]),
})
type Reply = z.infer<typeof replySchema>
type Stream = Reply['streams'][number]

/**
 * Probes a media file.
 * @throws PermanentFailure with a message for the rep when it can't be played.
 */
export async function probeMedia(ffprobe: string, path: string, { signal }: ToolOptions): Promise<MediaInfo> {
  const { format, streams } = await readReply(ffprobe, path, signal)
  if (format.format_name === 'mp3' && format.probe_score < MIN_MP3_SCORE) throw new PermanentFailure('unreadable_video')
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition.attached_pic === 0)
  const tracks = findSound(streams)
  const [audio] = tracks
  if (video === undefined && audio === undefined) throw new PermanentFailure('no_streams')
  if (video !== undefined && video.width * video.height > MAX_PIXELS) {
    throw new PermanentFailure(
      'picture_too_large',
      `This video’s resolution is too high (${video.width}×${video.height}).`,
    )
  }
  const durationMs = readDuration(format, streams)
  if (durationMs !== null && durationMs < MIN_DURATION_MS) throw new PermanentFailure('no_length')

  const facts = {
    format: format.format_name,
    durationMs,
    video:
      video === undefined
        ? null
        : { codec: video.codec_name, pixelFormat: video.pix_fmt ?? null, width: video.width, height: video.height },
    audio:
      audio === undefined
        ? null
        : {
            codec: audio.codec_name,
            channels: audio.channels,
            sampleRate: audio.sample_rate,
            tracks: tracks.map(toSoundTrack),
          },
    subtitles: streams
      .filter(isTextSubtitle)
      .map(({ index, codec_name, tags }) => ({ index, codec: codec_name, language: tags['language'] ?? null })),
  }
  const container = await inspectContainer(path, durationMs)
  return {
    ...facts,
    seekable: container.seekable,
    playable: container.native && container.seekable && encodesNothing(planPlayable(facts)),
  }
}

/** The audio tracks with a known codec whose rate is unknown (0) or high enough for speech. */
function findSound(streams: readonly Stream[]): Stream[] {
  return streams.filter(
    ({ codec_type, codec_name, sample_rate }) =>
      codec_type === 'audio' &&
      !UNKNOWN_CODECS.includes(codec_name) &&
      (sample_rate === 0 || sample_rate >= MIN_SAMPLE_RATE),
  )
}

function toSoundTrack({ index, codec_name, channels }: Stream): SoundTrack {
  return { index, codec: codec_name, channels, onlyChannel: null }
}

async function readReply(ffprobe: string, path: string, signal: AbortSignal): Promise<Reply> {
  const args = ['-hide_banner', '-v', 'error', '-of', 'json', '-show_format', '-show_streams', ...inputFlags(path)]
  try {
    const { stdout } = await run(ffprobe, args, { signal, timeoutMs: PROBE_TIMEOUT_MS, fileBytes: 0 })
    return replySchema.parse(JSON.parse(stdout))
  } catch (error) {
    if (error instanceof ProcessFailed && error.reason === 'timeout') {
      throw new TransientFailure('probe_timed_out', undefined, { cause: error })
    }
    if (error instanceof ProcessFailed) throw toMediaFailure(error, await explainUnreadable(path))
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new PermanentFailure('unreadable_video', undefined, { cause: error })
    throw error
  }
}

function readDuration(format: Reply['format'], streams: readonly Stream[]): number | null {
  const known = [format.duration, ...streams.map((stream) => stream.duration)].find(
    (value) => value !== undefined && Number.isFinite(value),
  )
  return known === undefined ? null : Math.round(known * 1000)
}

function isTextSubtitle(stream: Stream): boolean {
  return stream.codec_type === 'subtitle' && TEXT_SUBTITLES.includes(stream.codec_name)
}

/** `native`: a container that browsers open; `seekable`: they can also start at once and seek. */
async function inspectContainer(
  path: string,
  durationMs: number | null,
): Promise<{ native: boolean; seekable: boolean }> {
  const mp4 = await readMp4File(path)
  if (mp4 !== null)
    return { native: !FOREIGN_BRANDS.includes(mp4.brand), seekable: mp4.faststart && !mp4.fragmented && mp4.complete }
  const webm = await readWebmLayout(path)
  return { native: webm?.docType === 'webm', seekable: webm !== null && webm.hasCues && durationMs !== null }
}
