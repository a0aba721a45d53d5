import { ApiError } from '@callfolio/shared/api-client.ts'
import { BrowserFailure } from '@callfolio/shared/client/failure-of.ts'
import { finishedFile, type GrowingFile } from '@callfolio/shared/client/growing-file.ts'
import type { Connection, UploadSource } from '@callfolio/shared/client/upload-driver.ts'
import { createUploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { FileUnreadable } from '@callfolio/shared/client/upload-failure.ts'
import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/account.ts'
import type { AudioTrack } from '@callfolio/shared/contract/microsite.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { tooLongForPlan } from '../take/plan-limit.ts'
import type { TakeCaptions } from '../take/take-captions.ts'
import type { TakeStore } from '../take/take-store.ts'
import type { Take } from '../take/take.ts'

export interface TakeSourceDeps {
  /** Reads a file of the recorder's folder; null when there is none. */
  readFile: (name: string) => Promise<Blob | null>
  takes: TakeStore
  captions: TakeCaptions
  /** The take's server as its own person. */
  connect: () => Connection
  /** The server makes a microsite of it. */
  onSent: (take: Take) => Promise<void>
}

/** The bytes of a take, with what its microsite is made of. */
export interface TakeSource extends UploadSource {
  /** Bytes there are until now. */
  size(): number
}

/** @param growing the file while it is recorded; without it the kept one is read. */
export function createTakeSource(deps: TakeSourceDeps, take: Take, growing?: GrowingFile): TakeSource {
  let file = growing ?? null
  return {
    size: () => file?.size() ?? 0,
    async open() {
      if (take.files.mixed !== null) file ??= await readKept(deps, take.files.mixed)
      return file
    },
    async describe({ storagePath }, signal) {
      // What was noted when the recording ended; the file grew until then.
      const whole = (await deps.takes.get(take.id)) ?? take
      const { api } = deps.connect()
      const { plan_id } = await api.request(ACCOUNT_PATHS.usage, usageSchema, { signal })
      const tooLong = tooLongForPlan(whole.durationMs, PLANS[plan_id])
      if (tooLong !== null && storagePath !== null) throw new BrowserFailure('too_long', tooLong)
      const captions = whole.captions ? await deps.captions.webvtt(whole) : null
      if (storagePath === null && captions === null) throw new BrowserFailure('nobody_heard')
      // Captions have names; without them it is the tracks that tell who speaks.
      const tracks = storagePath === null || captions !== null ? [] : await sendSounds(deps, whole, signal)
      return {
        // A tab's title gives way to the recap's: it comes as the file's name.
        ...(whole.titleSource === 'file' ? {} : { title: whole.title, title_source: whole.titleSource }),
        ...(storagePath === null ? {} : { video_url: storagePath }),
        ...(captions === null ? {} : { captions }),
        ...(tracks.length === 0 ? {} : { audio_tracks: tracks }),
        ...(whole.consent === null ? {} : { consent: { at: new Date(whole.consent.at).toISOString() } }),
      }
    },
    release: () => deps.onSent(take),
  }
}

async function readKept({ readFile }: TakeSourceDeps, name: string): Promise<GrowingFile> {
  const file = await readFile(name).catch((cause: unknown) => {
    throw new FileUnreadable({ cause })
  })
  if (file === null) throw new FileUnreadable()
  return finishedFile(file)
}

/**
 * Sends what was said on each side of a call as a track of its own, so that it is certain who spoke. They are small: what breaks off is
 * sent anew. A track that the server refuses is left out, the recording has all of it.
 * @throws what the uploader throws when trying again may help.
 */
async function sendSounds(deps: TakeSourceDeps, take: Take, signal: AbortSignal): Promise<AudioTrack[]> {
  const you = await sendSound(deps, take, 'you', signal)
  const them = await sendSound(deps, take, 'them', signal)
  return [you, them].filter((track) => track !== null)
}

async function sendSound(
  { readFile, connect }: TakeSourceDeps,
  { files, startedAt, userId, soundsFromMs }: Take,
  who: AudioTrack['who'],
  signal: AbortSignal,
): Promise<AudioTrack | null> {
  const name = who === 'you' ? files.microphone : files.tab
  const file = name === null ? null : await readFile(name)
  if (file === null || file.size === 0) return null
  const entry = createUploadEntry(
    { name: `${who}.webm`, size: file.size, type: 'audio/webm', lastModified: startedAt },
    { userId },
  )
  try {
    const { storagePath } = await connect().uploader.upload({ entry, file, signal })
    return { path: storagePath, who, start_ms: Math.round(soundsFromMs) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_a_video') return null
    throw error
  }
}
