import { readLinks, workingLink } from '@callfolio/shared/client/create-link.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Account } from '../../account/account.ts'
import { openSessionStorage } from '../../account/session-storage.ts'
import { askCaptions } from '../../browser/caption-messages.ts'
import { sendMessage } from '../../browser/messages.ts'
import { openRecorderChannel } from '../../browser/recorder-channel.ts'
import type { UploadsEngine } from '../../uploads/uploads-engine.ts'
import type { LiveRecordingDeps } from './live-recording.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { signedInUser } from '../../account/account.ts'
import { createHeldDurations } from '../take/held-duration.ts'
import { createTakeCaptions } from '../take/take-captions.ts'
import { readTakeFile, removeTakeFiles } from '../take/take-files.ts'
import { openTakeStore } from '../take/take-store.ts'
import type { Take } from '../take/take.ts'

/** Assembles the recorder of the engine's page. */
export function openRecorder({
  openAccount,
  journal,
  soundJournal,
  uploads: { uploadsOf, watchTakes },
}: {
  openAccount: (server: string) => Account
  journal: UploadJournal
  soundJournal: UploadJournal
  uploads: Pick<UploadsEngine, 'uploadsOf' | 'watchTakes'>
}): Recorder {
  // The browser may evict non-persistent data when the disk is full.
  void navigator.storage.persist().catch(() => false)
  const onState: LiveRecordingDeps['onState'] = (state, hasWarnings) =>
    void sendMessage('background', { type: 'recording/state', state, hasWarnings }).catch(() => undefined)
  // An earlier engine may have ended while it recorded.
  onState('idle', false)
  return createRecorder({
    takes: openTakeStore(),
    captions: createTakeCaptions(askCaptions),
    journal,
    soundJournal,
    openAccount,
    uploadsOf,
    watchTakes,
    signedInUser: (server) => signedInUser(openSessionStorage(server)),
    readFile: readTakeFile,
    heldMs: createHeldDurations(),
    removeFiles: removeTakeFiles,
    heldLocks: async () => new Set((await navigator.locks.query()).held?.map(({ name = '' }) => name)),
    hold: (lock, until) => void navigator.locks.request(lock, () => until),
    estimate: () => navigator.storage.estimate(),
    now: () => Date.now(),
    publish: openRecorderChannel(),
    showLink: (take) => void notifyOfLink(take, uploadsOf).catch(() => undefined),
    onState,
    onAlarm: ({ kind, text }) =>
      void sendMessage('background', { type: 'recording/alarm', kind, text }).catch(() => undefined),
  })
}

/** Shows a recording's link as a desktop notification; a click on it opens the page. */
async function notifyOfLink({ id, server, userId, title }: Take, uploadsOf: UploadsEngine['uploadsOf']): Promise<void> {
  const { api } = uploadsOf(server).connect(userId, createMemoryJournal())
  const link = workingLink(await readLinks(api, id), new Date())
  if (link === null) return
  const page = `${server}/microsite/${encodeURIComponent(id)}`
  const message = `Its link works now: ${link.share_url}`
  await sendMessage('background', { type: 'uploads/notify', title: title || 'Recording', message, page })
}
