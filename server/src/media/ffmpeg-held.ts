import { run } from '../process/run.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'
import { inputFlags } from './ffmpeg-run.ts'
import type { MediaInfo, ToolOptions } from './media.ts'

/** Reading a recording from end to end is as fast as its disk. */
const TIMEOUT_MS = 30 * 60_000

/**
 * How much of a recording can be read, by its packets: up to the last one, without time ranges of audio lost where the
 * container itself is damaged (a pause is no damage).
 * @returns milliseconds.
 */
export async function readHeld(
  ffprobe: string,
  path: string,
  { audio }: Pick<MediaInfo, 'audio'>,
  { signal }: ToolOptions,
): Promise<number> {
  let end = 0
  let sound = 0
  const onLine = (line: string): void => {
    const [kind, start, length] = line.split('|')
    const seconds = Number(length) || 0
    end = Math.max(end, (Number(start) || 0) + seconds)
    if (kind === 'audio') sound += seconds
  }
  const entries = 'packet=codec_type,pts_time,duration_time'
  const output = ['-hide_banner', '-v', 'error', '-show_entries', entries, '-of', 'compact=p=0:nk=1']
  const args = [...output, ...inputFlags(path)]
  const { stderr } = await run(ffprobe, args, { signal, timeoutMs: TIMEOUT_MS, fileBytes: 0, onLine }).catch(
    (error: unknown) => {
      throw toMediaFailure(error, 'unreadable_video')
    },
  )
  const isDamaged = stderr.trim() !== ''
  return Math.round((isDamaged && audio !== null ? Math.min(end, sound) : end) * 1000)
}
