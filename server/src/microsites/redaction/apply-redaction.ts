import type { JobRun } from '../../jobs/handler.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { WithheldRecording } from '../../db/tables/microsites.table.ts'
import { makeWorkFolder, removeWorkFolder } from '../../pipeline/work-folders.ts'
import { captionsKey, derivedFolder, tracksKey } from '../../storage/keys.ts'
import { toVtt } from '@callfolio/shared/transcript/transcript-files.ts'
import { readText } from '../../storage/read-stored.ts'
import { statedDate } from '../../transcription/stated-date.ts'
import { adoptTracks, type TrackDeps } from '../records/audio-tracks.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { redactRecording, redactTrack, type RedactMediaDeps } from './redact-media.ts'
import { removeFolder } from '../removal/remove-folder.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'

export interface ApplyRedactionDeps extends ReviseDeps, TrackDeps, RedactMediaDeps {
  microsites: MicrositesRepo
  tempDir: string
  /** Counts a recording that is stored as a complete upload. */
  registerUpload: (userId: string, key: string, bytes: number) => Promise<void>
  /** Removes what killed processes left of a microsite, by its storage folder and its id. */
  removeLeftovers: (folder: string, id: string) => Promise<void>
  /** Removes emails about a microsite from the outbox, because they may contain its title. */
  removeMailsAbout: (micrositeId: string) => Promise<unknown>
  /** Makes the database files forget the deleted rows; returns at once. */
  eraseSoon: () => void
}

/**
 * The worker's part of a redaction: renders the withheld recording and the sides' audio again, removes everything else
 * that was stored of the call, and only then shows the new recording. Safe to repeat: a killed process leaves the
 * recording withheld, and the next run resumes.
 */
export async function applyRedaction(
  deps: ApplyRedactionDeps,
  { id, signal, advance }: Pick<JobRun, 'id' | 'signal' | 'advance'>,
): Promise<void> {
  const site = await deps.microsites.findWorking(id)
  if (!site?.redacting) return
  const folder = derivedFolder(site.userId, id)
  const workFolder = await makeWorkFolder(deps.tempDir, id)
  try {
    const run = { folder, workFolder, spans: site.redacted ?? [], signal, report: reporter(deps, id) }
    const made = await redactRecording(deps, site.redacting, run)
    const tracks = await adoptTracks(deps, folder)
    for (const track of tracks) await redactTrack(deps, track, run)
    await advance(1)
    signal.throwIfAborted()
    await keepCaptions(deps, site, folder)
    const kept = [
      made?.videoKey,
      made?.posterKey,
      captionsKey(folder),
      tracksKey(folder),
      ...tracks.map(({ key }) => key),
    ]
    await removeOthers(deps, site, folder, new Set(kept))
    await deps.removeMailsAbout(id)
    const bytes = made === null || site.sample ? null : await deps.storage.stat(made.videoKey)
    if (made !== null && bytes !== null) await deps.registerUpload(site.userId, made.videoKey, bytes.size)
    signal.throwIfAborted()
    await show(deps, id, site.redacting, made)
    await deps.removeLeftovers(folder, id)
  } finally {
    await removeWorkFolder(workFolder)
    // The owner deleted it in the meantime: nothing written since may stay.
    if (!(await deps.microsites.findForProcessing(id))) await removeFolder(deps.storage, folder)
  }
  deps.eraseSoon()
}

/** From now on its captions come from its transcript. */
async function keepCaptions({ storage }: ApplyRedactionDeps, site: MicrositeRow, folder: string): Promise<void> {
  const captions = await readText(storage, captionsKey(folder))
  if (captions === null) return
  const date = statedDate(captions)
  const text = toVtt({ segments: site.segments ?? [], draft: false })
  await storage.write(captionsKey(folder), date === null ? text : text.replace('\n', `\n\nNOTE Recorded ${date}\n`))
}

/** Intermediate results, supplied texts, and the original recording: the upload and everything derived from it. */
async function removeOthers(
  { storage, removeUpload }: ApplyRedactionDeps,
  { sourceKey, redacting }: MicrositeRow,
  folder: string,
  kept: ReadonlySet<string | null | undefined>,
): Promise<void> {
  for (const { key } of await storage.list(folder)) if (!kept.has(key)) await storage.remove(key)
  const old = new Set([sourceKey, redacting?.videoKey].filter((key) => key !== null && key !== undefined))
  for (const key of old) if (!kept.has(key)) await removeUpload(key)
}

function show(
  deps: ReviseDeps,
  id: string,
  withheld: WithheldRecording,
  made: { videoKey: string; posterKey: string | null } | null,
): Promise<void> {
  return revise(
    deps,
    () => deps.microsites.findWorking(id),
    ({ redacting }) => {
      if (redacting?.id !== withheld.id) return {}
      const { videoKey = null, posterKey = null } = made ?? {}
      const ended = { redacting: null, replacing: false, step: 6, progress: 1, stepDetail: null }
      return { ...ended, videoUrl: videoKey, sourceKey: videoKey, posterKey }
    },
  )
}

/** In steps of one percent, because each report is a database write. */
function reporter({ microsites }: ApplyRedactionDeps, id: string): (fraction: number) => void {
  let last = 0
  return (fraction) => {
    const percent = Math.floor(fraction * 100)
    if (percent <= last) return
    last = percent
    const progress = { progress: fraction, stepDetail: `redacting the recording, ${percent}%` }
    // A failed progress write is no reason to stop.
    microsites.updateWorking(id, progress).catch(() => undefined)
  }
}
