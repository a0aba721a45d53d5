import { join } from 'node:path'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { WithheldRecording } from '../../db/tables/microsites.table.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { Media, TimeRange } from '../../media/media.ts'
import type { RecordedTrack } from '../../pipeline/recording.ts'
import type { Storage } from '../../storage/storage.ts'

export interface RedactMediaDeps {
  storage: Storage
  media: Pick<Media, 'probe' | 'redact' | 'poster'>
}

export interface RedactRun {
  /** The microsite's folder; ends with `/`. */
  folder: string
  /** Private folder for temporary files. */
  workFolder: string
  spans: readonly TimeSpan[]
  signal: AbortSignal
  /** @param fraction 0–1 of the recording. */
  report: (fraction: number) => void
}

/** A word may begin before its line and end after it, so the silence extends this far on both sides. */
const MARGIN_MS = 250

/**
 * Renders a recording and its poster again, without the spans. Reuses what an earlier run has made.
 * @returns the new objects' keys; null where there is no recording.
 */
export async function redactRecording(
  { storage, media }: RedactMediaDeps,
  { id, videoKey: oldKey }: WithheldRecording,
  { folder, workFolder, spans, signal, report }: RedactRun,
): Promise<{ videoKey: string; posterKey: string | null } | null> {
  const videoKey = `${folder}redacted-${id}.mp4`
  const posterKey = `${folder}redacted-${id}.jpg`
  // The video is stored last: if it exists, so does the poster, if there is one.
  if ((await storage.stat(videoKey)) === null) {
    if (oldKey === null || (await storage.stat(oldKey)) === null) return null
    await storage.withLocalFile(oldKey, async (path) => {
      const info = await media.probe(path, { signal })
      const base = join(workFolder, 'redacted')
      const made = await media.redact(path, info, getRanges(spans, 0), base, { signal, onProgress: report })
      const picture = join(workFolder, 'poster.jpg')
      const hasPicture = await media.poster(made.path, made.info, picture, { signal })
      signal.throwIfAborted()
      if (hasPicture) await storage.adopt(picture, posterKey)
      await storage.adopt(made.path, videoKey)
    })
  }
  return { videoKey, posterKey: (await storage.stat(posterKey)) === null ? null : posterKey }
}

/** Replaces a side's audio with a redacted version. Removes it if it can't be read. */
export async function redactTrack(
  { storage, media }: RedactMediaDeps,
  { key, who, startMs }: RecordedTrack,
  { workFolder, spans, signal }: RedactRun,
): Promise<void> {
  try {
    await storage.withLocalFile(key, async (path) => {
      const info = await media.probe(path, { signal })
      const made = await media.redact(path, info, getRanges(spans, startMs), join(workFolder, who), { signal })
      signal.throwIfAborted()
      await storage.adopt(made.path, key)
    })
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error
    await storage.remove(key)
  }
}

/** @param startMs offset of the file in the recording. */
function getRanges(spans: readonly TimeSpan[], startMs: number): TimeRange[] {
  return spans
    .map(({ start_ms, end_ms }) => ({
      startMs: Math.max(0, start_ms - MARGIN_MS - startMs),
      endMs: end_ms + MARGIN_MS - startMs,
    }))
    .filter(({ endMs }) => endMs > 0)
}
