import { ApiError } from '@callfolio/shared/api-client.ts'
import { createMemoryJournal } from '@callfolio/shared/client/memory-journal.ts'
import { createUploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { createUploader } from '@callfolio/shared/client/uploader.ts'
import type { AudioTrack } from '@callfolio/shared/contract/microsite.ts'
import type { Take } from '../take/take.ts'

export interface SendSoundsOptions {
  take: Take
  readFile: (name: string) => Promise<Blob | null>
  getAccessToken: () => Promise<string | null>
  signal: AbortSignal
}

/**
 * Sends what was said on each side of a call alone, so that it is certain who spoke. They are small: what breaks off is
 * sent anew. A track that the server refuses is left out, the recording has all of it.
 * @throws what the uploader throws when trying again may help.
 */
export async function sendSounds(options: SendSoundsOptions): Promise<AudioTrack[]> {
  const { microphone, tab } = options.take.files
  const you = await sendSound(options, microphone, 'you')
  const them = await sendSound(options, tab, 'them')
  return [you, them].filter((track) => track !== null)
}

async function sendSound(
  { take, readFile, getAccessToken, signal }: SendSoundsOptions,
  name: string | null,
  who: AudioTrack['who'],
): Promise<AudioTrack | null> {
  const file = name === null ? null : await readFile(name)
  if (file === null || file.size === 0) return null
  const uploader = createUploader({ endpoint: `${take.server}/files`, getAccessToken, journal: createMemoryJournal() })
  const entry = createUploadEntry(
    { name: `${who}.webm`, size: file.size, type: 'audio/webm', lastModified: take.startedAt },
    { userId: take.userId },
  )
  try {
    const { storagePath } = await uploader.upload({ entry, file, signal })
    return { path: storagePath, who, start_ms: Math.round(take.soundsFromMs) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_a_video') return null
    throw error
  }
}
