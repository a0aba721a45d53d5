import { join } from 'node:path'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { MediaInfo } from '../../media/media.ts'
import { planPlayable } from '../../media/playability.ts'
import { checkLength } from '../check-length.ts'
import { countedTime } from '../counted-time.ts'
import type { Output } from '../outputs.ts'
import type { Damage } from '../recording.ts'
import type { Stage, StageContext } from '../stage.ts'

type Source = NonNullable<Output<'probe'>['source']>

/** Share of this stage's progress; the poster is the rest. */
const VIDEO_SHARE = 0.95
/** Typical length error of container writers. */
const UNSURE_MS = 2000

/** Makes the file that browsers play and seek, and its poster. A playable file is kept as it is. */
export const playable: Stage<'playable'> = {
  name: 'playable',
  step: STEP.audio,
  weight: 20,
  async run(context) {
    const { source } = context.output('probe')
    if (source === null) return { playable: null }
    return {
      playable: await context.parts.storage.withLocalFile(source.key, (path) => makePlayable(path, source, context)),
    }
  },
  async deliver({ playable: made }, sink) {
    if (made) await sink.playable(made)
  },
}

async function makePlayable(path: string, source: Source, context: StageContext) {
  // A damaged file is rebuilt from what is left, because its index is wrong now.
  const isWhole = isServable(source) && (isMp4(source.info) || (await findMissing(path, source.info, context)) === null)
  if (isWhole) {
    const posterKey = await storePoster(path, source.info, context)
    return {
      videoKey: source.key,
      posterKey,
      durationMs: checkedDuration(source.info, source.info, context),
      damage: null,
    }
  }
  const encodes = planPlayable(source.info).video === 'encode'
  if (encodes) context.beginLongWork()
  const { storage, media } = context.parts
  const onProgress = (fraction: number) => context.report(fraction * VIDEO_SHARE, prepared(fraction, source.info))
  const conversion = media.makePlayable(path, source.info, join(context.workFolder, 'video'), {
    signal: context.signal,
    onProgress,
  })
  // A file with a known length can be probed while it is converted.
  const early = source.info.durationMs === null ? null : storePoster(path, source.info, context)
  const [made, earlyPoster] = await Promise.all([conversion, early])
  const durationMs = checkedDuration(made.info, source.info, context)
  const posterKey = earlyPoster ?? (await storePoster(made.path, made.info, context))
  // The conversion has read the whole recording; only a suspicious one is read again.
  const isShort = (source.info.durationMs ?? 0) - durationMs > UNSURE_MS
  const missing = made.hasErrors || isShort ? await findMissing(path, source.info, context) : null
  // A copy keeps damage, which is searched once the page is ready; an encoder hides it.
  const ranges = encodes && made.hasErrors ? await media.damagedRanges(path, { signal: context.signal }) : []
  const damage =
    ranges.length === 0 ? missing : { ...(missing ?? { heldMs: durationMs, statedMs: durationMs }), ranges }
  const videoKey = `${context.recording.folder}video.${made.extension}`
  context.signal.throwIfAborted()
  await storage.adopt(made.path, videoKey)
  return { videoKey, posterKey, durationMs, damage }
}

/** Null: nothing is missing, or a recorder stored no length. */
async function findMissing(path: string, info: MediaInfo, { parts, signal }: StageContext): Promise<Damage | null> {
  const { durationMs: statedMs } = info
  if (statedMs === null) return null
  const heldMs = await parts.media.held(path, info, { signal })
  return statedMs - heldMs > UNSURE_MS ? { heldMs, statedMs } : null
}

/** Players derive the type from the file extension, so a playable file with another extension is converted too. */
function isServable({ key, info }: Source): boolean {
  return info.playable && /\.(mp4|webm)$/.test(key)
}

/** A playable MP4 was found complete by its index when it was probed; a WebM's clusters have to be read. */
function isMp4({ format }: MediaInfo): boolean {
  return format.includes('mp4')
}

/** The length of the output: the only one known for a recorder's WebM. */
function checkedDuration(made: MediaInfo, source: MediaInfo, { recording }: StageContext): number {
  const durationMs = Math.round(made.durationMs ?? source.durationMs ?? 0)
  if (durationMs === 0) throw new PermanentFailure('no_length', 'This recording is empty.')
  checkLength(durationMs, recording.maxVideoSeconds)
  return durationMs
}

async function storePoster(
  path: string,
  info: MediaInfo,
  { parts, recording, workFolder, signal }: StageContext,
): Promise<string | null> {
  const output = join(workFolder, 'poster.jpg')
  if (!(await parts.media.poster(path, info, output, { signal }))) return null
  const key = `${recording.folder}poster.jpg`
  await parts.storage.adopt(output, key)
  return key
}

function prepared(fraction: number, { durationMs }: MediaInfo): string | null {
  return countedTime('prepared', fraction * (durationMs ?? 0), durationMs)
}
