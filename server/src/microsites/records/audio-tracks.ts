import { z } from 'zod'
import { audioTrackSchema, type AudioTrack } from '@callfolio/shared/contract/microsite.ts'
import type { RecordedTrack } from '../../pipeline/recording.ts'
import { trackKey, tracksKey } from '../../storage/keys.ts'
import { readJson } from '../../storage/read-stored.ts'
import type { Storage } from '../../storage/storage.ts'
import type { MicrositesRepo } from './microsites-repo.ts'

export interface TrackDeps {
  microsites: Pick<MicrositesRepo, 'usesUpload'>
  storage: Storage
  /** Removes an upload and its record. */
  removeUpload: (key: string) => Promise<void>
}

const savedTracksSchema = z.array(audioTrackSchema)

/** Records which uploads are a recording's audio tracks. */
export async function saveTracks(storage: Storage, folder: string, tracks: readonly AudioTrack[]): Promise<void> {
  if (tracks.length > 0) await storage.write(tracksKey(folder), JSON.stringify(tracks))
}

/**
 * Moves the audio tracks that came with a recording into its folder, where they stay as long as the microsite does.
 * Safe to repeat. Skips an upload that has become the recording of another microsite.
 * @returns the tracks that exist.
 */
export async function adoptTracks(deps: TrackDeps, folder: string): Promise<RecordedTrack[]> {
  const taken: RecordedTrack[] = []
  for (const { path, who, start_ms: startMs = 0 } of await readSavedTracks(deps.storage, folder)) {
    const key = trackKey(folder, who)
    if (!(await deps.microsites.usesUpload(path))) await move(deps, path, key)
    if (await deps.storage.stat(key)) taken.push({ key, who, startMs })
  }
  return taken
}

/** Storage keys of the audio tracks that were not moved yet. */
export async function listTracks(
  { microsites, storage }: Pick<TrackDeps, 'microsites' | 'storage'>,
  folder: string,
): Promise<string[]> {
  const paths = (await readSavedTracks(storage, folder)).map(({ path }) => path)
  const used = await Promise.all(paths.map((path) => microsites.usesUpload(path)))
  return paths.filter((_, index) => !used[index])
}

/** Removes the audio tracks that were not moved yet. @returns how many there were. */
export async function removeTracks(deps: TrackDeps, folder: string): Promise<number> {
  let removed = 0
  for (const path of await listTracks(deps, folder)) {
    if (await deps.storage.stat(path)) removed += 1
    await deps.removeUpload(path)
  }
  return removed
}

async function move({ storage, removeUpload }: TrackDeps, from: string, to: string): Promise<void> {
  if (await storage.stat(from)) await storage.withLocalFile(from, (path) => storage.adopt(path, to))
  await removeUpload(from)
}

async function readSavedTracks(storage: Storage, folder: string): Promise<AudioTrack[]> {
  const saved = savedTracksSchema.safeParse(await readJson(storage, tracksKey(folder)))
  return saved.success ? saved.data : []
}
