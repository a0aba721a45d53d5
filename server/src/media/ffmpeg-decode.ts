import { ProcessFailed } from '../process/process-failed.ts'
import { run } from '../process/run.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { inputFlags, type FfmpegPrograms } from './ffmpeg-run.ts'
import type { TimeRange, ToolOptions } from './media.ts'

/** Decoding everything on one core takes up to the recording's duration. */
const LIMITS = { timeoutMs: 6 * 3_600_000, fileBytes: 0, isBackground: true }
/** A decoder holds back fewer packets than this, so an older packet without a frame has none. */
const MAX_HELD_BACK = 64
/** Ranges closer than this are merged. */
const MERGE_MS = 1000
/** Shorter ranges are not noticeable. */
const MIN_MS = 200

interface Stream {
  /** Packets still waiting for their frame, by their time as ffprobe writes it. */
  waiting: Map<string, TimeRange>
  bad: TimeRange[]
  /** Times from which a decoder can resume, ms. */
  keys: number[]
  endMs: number
}

/**
 * Decodes a recording from end to end. A broken picture stays broken until the next key frame.
 * @returns where video or audio can't be decoded, in order.
 */
export async function findDamagedRanges(
  { ffmpeg, ffprobe }: FfmpegPrograms,
  path: string,
  { signal }: ToolOptions,
): Promise<TimeRange[]> {
  if (await isIntact(ffmpeg, path, signal)) return []
  const streams = new Map<string, Stream>()
  const onLine = (line: string): void => {
    const [section, ...pairs] = line.split('|')
    if (section !== 'packet' && section !== 'frame') return
    const fields = new Map(pairs.map((pair) => pair.split('=') as [string, string]))
    const kind = fields.get(section === 'packet' ? 'codec_type' : 'media_type')
    if (kind !== 'video' && kind !== 'audio') return
    const id = fields.get('stream_index') ?? ''
    const stream = streams.get(id) ?? { waiting: new Map(), bad: [], keys: [], endMs: 0 }
    streams.set(id, stream)
    readSection(stream, section, fields, kind === 'video')
  }
  const entries =
    'packet=codec_type,stream_index,pts_time,duration_time,flags:frame=media_type,stream_index,key_frame,pts_time,pkt_duration_time,duration_time:log=level'
  const output = ['-hide_banner', '-v', 'error', '-show_packets', '-show_frames', '-show_log', '16']
  const args = [...output, '-show_entries', entries, '-of', 'compact', ...inputFlags(path)]
  const { stderr } = await run(ffprobe, args, { signal, ...LIMITS, onLine }).catch((error: unknown) => {
    throw toMediaFailure(error, 'unreadable_video')
  })
  // Some packets of intact files have no frame.
  return stderr.trim() === '' ? [] : merge([...streams.values()].flatMap(brokenRanges))
}

/** Most recordings are intact, and listing the packets and frames of an hour takes the server several seconds. */
async function isIntact(ffmpeg: string, path: string, signal: AbortSignal): Promise<boolean> {
  const quiet = ['-nostdin', '-hide_banner', '-nostats', '-v', 'error', '-threads', '1']
  const decodes = ['-map', '0:v?', '-map', '0:a?', '-fps_mode', 'passthrough', '-f', 'null', '-']
  try {
    const { stderr } = await run(ffmpeg, [...quiet, ...inputFlags(path), ...decodes], { signal, ...LIMITS })
    return stderr.trim() === ''
  } catch (error) {
    if (error instanceof ProcessFailed) return false
    throw error
  }
}

function readSection(
  stream: Stream,
  section: 'packet' | 'frame',
  fields: ReadonlyMap<string, string>,
  isVideo: boolean,
): void {
  const { waiting, bad, keys } = stream
  const time = fields.get('pts_time') ?? ''
  const startMs = Number(time) * 1000
  if (Number.isNaN(startMs)) return
  const length = Number(fields.get('duration_time') ?? fields.get('pkt_duration_time')) * 1000 || 0
  const range = { startMs, endMs: startMs + length }
  // The container has lost audio.
  if (!isVideo && stream.endMs > 0 && startMs - stream.endMs >= MIN_MS)
    bad.push({ startMs: stream.endMs, endMs: startMs })
  stream.endMs = Math.max(stream.endMs, range.endMs)
  if (section === 'packet') {
    if (!(fields.get('flags') ?? '').includes('D')) waiting.set(time, range)
    const [oldest] = waiting
    if (waiting.size <= MAX_HELD_BACK || oldest === undefined) return
    waiting.delete(oldest[0])
    bad.push(oldest[1])
    return
  }
  waiting.delete(time)
  if (fields.has('level')) bad.push(range)
  else if (isVideo && fields.get('key_frame') === '1') keys.push(startMs)
}

function brokenRanges({ waiting, bad, keys, endMs }: Stream): TimeRange[] {
  return [...bad, ...waiting.values()].map((range) => ({
    startMs: range.startMs,
    endMs: keys.length === 0 ? range.endMs : (keys.find((key) => key > range.startMs) ?? endMs),
  }))
}

function merge(ranges: TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const { startMs, endMs } of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1)
    if (last && startMs - last.endMs <= MERGE_MS) last.endMs = Math.max(last.endMs, endMs)
    else merged.push({ startMs, endMs })
  }
  return merged
    .map(({ startMs, endMs }) => ({ startMs: Math.max(0, Math.round(startMs)), endMs: Math.round(endMs) }))
    .filter(({ startMs, endMs }) => endMs - startMs >= MIN_MS)
}
