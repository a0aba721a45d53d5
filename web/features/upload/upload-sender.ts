import type { ApiClient } from '@callfolio/shared/api-client.ts'
import { fileSource } from '@callfolio/shared/client/uploads/upload-steps.ts'
import { createUploadDriver } from '@callfolio/shared/client/uploads/upload-driver.ts'
import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Uploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { getView, type UploadState } from './upload-state.ts'

interface UploadSender {
  /**
   * Sends an entry, replacing the current one; resolves when it has ended, whatever the result.
   * @param file not needed once all bytes have arrived.
   */
  begin: (entry: UploadEntry, file: File | null, durationSeconds: number | null) => Promise<void>
  /** Stops sending; the upload stays in the journal. */
  pause: () => void
}

interface UploadDeps {
  uploader: Uploader
  api: ApiClient
  journal: UploadJournal
}

/** Sends one upload at a time and reports its progress. A replaced upload reports nothing more. */
export function createUploadSender(
  { uploader, api, journal }: UploadDeps,
  dispatch: (state: UploadState) => void,
): UploadSender {
  let pauseRunning = (): void => {}
  return {
    pause: () => pauseRunning(),
    begin: (entry, file, durationSeconds) =>
      new Promise<void>((resolve) => {
        // After the effects of the last change.
        const end = () =>
          void Promise.resolve()
            .then(() => driver.settled(entry.id))
            .then(resolve)
        let shown: UploadItem | undefined
        let begun = false
        const show = () => {
          if (shown === undefined || pauseRunning !== pause) return
          const view = getView(shown, begun)
          dispatch(view)
          if (view.phase === 'idle' || view.phase === 'started') end()
        }
        const driver = createUploadDriver({
          journal,
          connect: () => ({ api, uploader }),
          onChange({ items }) {
            shown = items.get(entry.id)
            show()
          },
          onBegun() {
            begun = true
            show()
          },
        })
        const pause = () => {
          driver.dispatch({ id: entry.id, type: 'paused' })
          end()
        }
        const pauseBefore = pauseRunning
        pauseRunning = pause
        pauseBefore()
        driver.choose(entry, fileSource(file), durationSeconds)
      }),
  }
}
