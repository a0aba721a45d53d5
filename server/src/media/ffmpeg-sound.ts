import { PermanentFailure } from '../kernel/errors.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { inputFlags, runFfmpeg } from './ffmpeg-run.ts'
import type { MediaInfo, SoundTrack, TimeRange, ToolOptions } from './media.ts'

/** Decoding audio runs at hundreds of times real time. */
const TIMEOUT_MS = 30 * 60_000
/** Enough to measure the level of speech. */
const MEASURED_RATE = 8000
/** A second without a louder sample has no speech; a muted track has none. */
const SILENT_PEAK_DB = -60
/** In ordinary stereo, the difference of the channels is not that much louder than their sum. */
const CANCELED_DB = 6
/** Share of the seconds with audio: fewer are an effect, not a miswired channel. */
const CANCELED_SHARE = 0.05
/** Sum and difference of two channels, then the channels themselves. */
const SUM_AND_DIFFERENCE = 'pan=4.0|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1|c2=c0|c3=c1'

/** Flags before an input that limit reading to this time range. */
export function rangeFlags({ startMs, endMs }: TimeRange): string[] {
  return ['-ss', (startMs / 1000).toFixed(3), '-t', ((endMs - startMs) / 1000).toFixed(3)]
}

/**
 * Flags that map all tracks to one audio stream, each from the beginning of the recording.
 * @param after filters of the mix.
 */
export function soundFlags(tracks: readonly SoundTrack[], after: readonly string[] = []): string[] {
  const isMix = tracks.length > 1
  const inputs = tracks.map(({ index, onlyChannel }, i) => {
    const filters = [
      ...(isMix ? ['aresample=async=1:first_pts=0'] : []),
      ...(onlyChannel === null ? [] : [`pan=mono|c0=c${onlyChannel}`]),
    ]
    return `[0:${index}]${filters.join(',') || 'anull'}[track${i}]`
  })
  const mixed = isMix ? [`amix=inputs=${tracks.length}:normalize=0`, 'alimiter=limit=0.8:level=0:latency=1'] : []
  const all = tracks.map((_, i) => `[track${i}]`).join('')
  const graph = [...inputs, `${all}${[...mixed, ...after].join(',') || 'anull'}[sound]`].join(';')
  return ['-filter_complex', graph, '-map', '[sound]']
}

/** As Media.measureSound. */
export async function measureSound(
  ffmpeg: string,
  path: string,
  info: MediaInfo,
  options: ToolOptions & { range?: TimeRange },
): Promise<MediaInfo> {
  const { audio } = info
  if (audio === null || (audio.tracks.length === 1 && audio.channels !== 2)) return info
  const measured: SoundTrack[] = []
  for (const track of audio.tracks) {
    const levels = await measureLevels(ffmpeg, path, track, options)
    if (levels.some(isSounding)) measured.push({ ...track, onlyChannel: getOnlyChannel(levels) })
  }
  const [first] = measured
  // Silence is the audio of a recording without speech.
  if (first === undefined) return { ...info, audio: { ...audio, tracks: audio.tracks.slice(0, 1) } }
  const { codec, channels } = first
  const isAsItWas = audio.tracks.length === 1 && first.onlyChannel === null
  return { ...info, audio: { ...audio, codec, channels, tracks: measured }, playable: info.playable && isAsItWas }
}

/** Whether a file's first track has sound. */
export async function hasSound(
  ffmpeg: string,
  path: string,
  { audio }: MediaInfo,
  options: ToolOptions,
): Promise<boolean> {
  const [track] = audio?.tracks ?? []
  return track !== undefined && (await measureLevels(ffmpeg, path, track, options)).some(isSounding)
}

/** Levels of a second in dB: of the sum and difference of two channels, otherwise of each channel. */
type Levels = Partial<Record<string, number>>

/** Level of each second; empty where the track can't be decoded. */
async function measureLevels(
  ffmpeg: string,
  path: string,
  { index, channels }: SoundTrack,
  { signal, range }: ToolOptions & { range?: TimeRange },
): Promise<Levels[]> {
  const seconds: Levels[] = []
  const onLine = (line: string): void => {
    const [, key, value] = /^lavfi\.astats\.(\d\.(?:RMS|Peak))_level=(\S+)/.exec(line) ?? []
    if (line.startsWith('frame:')) seconds.push({})
    else if (key !== undefined) (seconds.at(-1) ?? {})[key] = value === '-inf' ? -Infinity : Number(value)
  }
  const filters = [
    `aresample=${MEASURED_RATE}`,
    ...(channels === 2 ? [SUM_AND_DIFFERENCE] : []),
    `asetnsamples=n=${MEASURED_RATE}:p=0`,
    'astats=metadata=1:reset=1:measure_perchannel=RMS_level+Peak_level:measure_overall=none',
    'ametadata=mode=print:file=-',
  ]
  const input = [...(range ? rangeFlags(range) : []), ...inputFlags(path)]
  const flags = [...input, '-map', `0:${index}`, '-af', filters.join(','), '-f', 'null', '-']
  try {
    await runFfmpeg(ffmpeg, flags, { signal, timeoutMs: TIMEOUT_MS, totalMs: null, onLine })
  } catch (error) {
    const failure = toMediaFailure(error, 'unreadable_sound')
    if (!(failure instanceof PermanentFailure)) throw failure
  }
  return seconds
}

function isSounding(levels: Levels): boolean {
  return Object.entries(levels).some(([key, level = -Infinity]) => key.endsWith('Peak') && level > SILENT_PEAK_DB)
}

/** The louder channel, where the two cancel each other out. */
function getOnlyChannel(seconds: readonly Levels[]): SoundTrack['onlyChannel'] {
  const sounding = seconds.filter((levels) => '4.RMS' in levels && isSounding(levels))
  const canceled = sounding.filter((levels) => (levels['2.RMS'] ?? 0) - (levels['1.RMS'] ?? 0) > CANCELED_DB)
  if (canceled.length === 0 || canceled.length < sounding.length * CANCELED_SHARE) return null
  const power = (key: string) => canceled.reduce((sum, levels) => sum + 10 ** ((levels[key] ?? 0) / 10), 0)
  return power('4.RMS') > power('3.RMS') ? 1 : 0
}
