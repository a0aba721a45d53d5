import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Account } from '../../account/account.ts'
import { openSessionStorage } from '../../account/session-storage.ts'
import { copyUnseen } from '../../browser/clipboard.ts'
import { askCaptions } from '../../browser/caption-messages.ts'
import { sendMessage } from '../../browser/messages.ts'
import { openRecorderChannel } from '../../browser/recorder-channel.ts'
import { REPORT_INTERVAL_MS, type RecorderStateMessage } from '../../messaging/recording-protocol.ts'
import type { UploadsEngine } from '../../uploads/uploads-engine.ts'
import type { LiveRecordingDeps } from './live-recording.ts'
import { createRecorder, type Recorder, type StoppedRecording } from './recorder.ts'
import { signedInUser } from '../../account/account.ts'
import { openCapture } from '../capture/capture.ts'
import { openSpool } from '../capture/spool.ts'
import { createHeldDurations } from '../stored/held-duration.ts'
import { createRecordingCaptions } from '../stored/recording-captions.ts'
import { readRecordingFile, removeRecordingFiles } from '../stored/recording-files.ts'
import { openRecordingStore } from '../stored/recording-store.ts'

/** Assembles the recorder of the engine's page. */
export function openRecorder({
  openAccount,
  journal,
  soundJournal,
  uploads: { getUploads, watchRecordings },
}: {
  openAccount: (server: string) => Account
  journal: UploadJournal
  soundJournal: UploadJournal
  uploads: Pick<UploadsEngine, 'getUploads' | 'watchRecordings'>
}): Recorder {
  // The browser may evict non-persistent data when the disk is full.
  void navigator.storage.persist().catch(() => false)
  let reported: RecorderStateMessage
  const report = () => void sendMessage('background', reported).catch(() => undefined)
  const onState: LiveRecordingDeps['onState'] = (state, hasWarnings) => {
    reported = { type: 'recording/state', state, hasWarnings }
    report()
  }
  setInterval(() => reported.state !== 'idle' && report(), REPORT_INTERVAL_MS)
  // An earlier engine may have ended while it recorded.
  onState('idle', false)
  return createRecorder({
    openCapture,
    openSpool,
    recordings: openRecordingStore(),
    captions: createRecordingCaptions(askCaptions),
    journal,
    soundJournal,
    openAccount,
    getUploads,
    watchRecordings,
    signedInUser: (server) => signedInUser(openSessionStorage(server)),
    readFile: readRecordingFile,
    heldMs: createHeldDurations(),
    removeFiles: removeRecordingFiles,
    heldLocks: async () => new Set((await navigator.locks.query()).held?.map(({ name = '' }) => name)),
    released: (lock) => navigator.locks.request(lock, () => undefined),
    hold: (lock, until) => void navigator.locks.request(lock, () => until),
    estimate: () => navigator.storage.estimate(),
    now: () => Date.now(),
    publish: openRecorderChannel(),
    copyText: copyUnseen,
    showStopped: (stopped) => void notifyOfStop(stopped).catch(() => undefined),
    onState,
    onAlarm: (alarm) => void sendMessage('background', { type: 'recording/alarm', ...alarm }).catch(() => undefined),
  })
}

/** Notifies the person, whatever window is open; a click opens the page. */
async function notifyOfStop({ recordingId, server, title, link, sending }: StoppedRecording): Promise<void> {
  await sendMessage('background', {
    type: 'uploads/notify',
    title: title || 'Recording',
    message: describeStop(link, sending),
    page: `${server}/microsite/${encodeURIComponent(recordingId)}`,
    ...(sending.shareUrl !== null && !sending.isCopied && { recordingId }),
  })
}

function describeStop(link: boolean, { shareUrl, isCopied }: StoppedRecording['sending']): string {
  if (isCopied) return 'Link copied. Sections appear as they’re ready.'
  if (shareUrl !== null) return 'The link works now. Sections appear as they’re ready.'
  return link ? 'Saved. The link is created when the server responds.' : 'Saved. Creating the microsite.'
}
