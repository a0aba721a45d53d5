import type { UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { failureOf } from '@callfolio/shared/client/failure-of.ts'
import { runUpload, type UploadDeps } from '@callfolio/shared/client/run-upload.ts'
import type { UploadEvent } from './upload-state.ts'

interface UploadSender {
  /** Sends an entry in the place of one under way; resolves when it has ended, however it did. `file` as in `UploadRun`. */
  begin: (entry: UploadEntry, file: File | null, durationSeconds: number | null) => Promise<void>
  /** Stops sending; the journal keeps the upload. */
  pause: () => void
}

/** Sends one upload at a time and tells what becomes of it. What another has taken the place of tells nothing more. */
export function createUploadSender(deps: UploadDeps, tell: (event: UploadEvent) => void): UploadSender {
  let running: AbortController | null = null
  return {
    pause: () => running?.abort(),
    async begin(entry, file, durationSeconds) {
      running?.abort()
      const controller = new AbortController()
      running = controller
      const { signal } = controller
      const tellOfThis = (event: UploadEvent) => void (running === controller && tell(event))
      const subject = {
        entryId: entry.id,
        fileName: entry.fileName,
        durationSeconds,
        withCaptions: entry.captions !== null,
      }
      tellOfThis({ type: 'begun', subject, sentBytes: entry.sentBytes, totalBytes: entry.fileSize ?? 0 })
      try {
        const jobId = await runUpload(deps, {
          entry,
          file,
          signal,
          onSent: (sentBytes) => tellOfThis({ type: 'sent', sentBytes }),
          onArrived: () => tellOfThis({ type: 'arrived' }),
        })
        // The job is there: an entry that can't be forgotten now must not look like a failed upload.
        await deps.journal.remove(entry.id).catch(() => undefined)
        tellOfThis({ type: 'started', jobId })
      } catch (thrown) {
        tellOfThis({ type: 'ended', problem: signal.aborted ? null : failureOf(thrown) })
      }
    },
  }
}
