import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/accounts/account.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import { findRecordingEntry } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Account } from '../../account/account.ts'
import {
  isEmptyRecording,
  type KeptRecording,
  type RecorderNews,
  type RecordingSending,
} from '../../messaging/recording-protocol.ts'
import { LOOK_INTERVAL_MS } from '../../uploads/unanswered.ts'
import { isSettledWithin } from '../capture/is-settled-within.ts'
import { forgetSounds } from '../sending/recording-sounds.ts'
import { createRecordingSender, type RecordingSenderDeps } from '../sending/recording-sender.ts'
import { forgetSent, forgetRecording, listKept, type KeptRecordingsDeps } from '../stored/kept-recordings.ts'
import { isOwn, recordingLock } from '../stored/recording.ts'
import { createPublisher } from './publisher.ts'
import { createLiveRecorder, type LiveRecorder, type LiveRecordingDeps } from './live-recording.ts'

export interface RecorderDeps
  extends
    Omit<KeptRecordingsDeps, 'getSending'>,
    Omit<RecordingSenderDeps, 'onSent'>,
    Pick<
      LiveRecordingDeps,
      'openCapture' | 'openSpool' | 'captions' | 'signedInUser' | 'hold' | 'estimate' | 'onState' | 'onAlarm'
    > {
  openAccount: (server: string) => Account
  /** Settles when no page holds this lock. */
  released: (lock: string) => Promise<void>
  /** Reports a change of a recording's upload. */
  watchRecordings: (onChange: () => void) => void
  publish: (news: RecorderNews) => void
  /** Copies text, whatever window is in front. @returns whether the browser accepted it. */
  copyText: (text: string) => boolean
  /** Notifies the person of a stopped recording and its link, whatever windows are open. */
  showStopped: (stopped: StoppedRecording) => void
}

/** A recording that the person has just stopped, or whose link arrived after that. */
export interface StoppedRecording {
  recordingId: string
  server: string
  title: string
  /** Whether a link is created with its page. */
  link: boolean
  sending: Pick<RecordingSending, 'shareUrl' | 'isCopied'>
}

/** The engine's part in recordings: it records one call at a time, and sends any number of recordings. */
export interface Recorder extends LiveRecorder {
  kept(): Promise<KeptRecording[]>
  /** These do nothing to another account's recording. */
  send(recordingId: string): Promise<void>
  renameRecording(recordingId: string, title: string): Promise<void>
  remove(recordingId: string): Promise<void>
  copyLink(recordingId: string): Promise<void>
}

/** How long a start waits until empty recordings are forgotten. ms */
const FORGET_MS = 1000

/** Makes the recorder. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { recordings, publish } = deps
  const forget = async (recording: Parameters<typeof forgetRecording>[1]): Promise<void> => {
    await forgetRecording(deps, recording)
    await forgetSounds(deps, recording.id).catch(() => {})
    await publishKept()
  }
  const sender = createRecordingSender({ ...deps, onSent: forget })
  let again: ReturnType<typeof setTimeout> | undefined
  /** The recording whose link is in the clipboard. */
  let copiedId: string | null = null
  /** Stopped before its link existed. */
  let linkless: StoppedRecording | null = null
  const getSending = (recordingId: string): RecordingSending => ({
    ...sender.getSending(recordingId),
    isCopied: recordingId === copiedId,
  })
  const keptDeps: KeptRecordingsDeps = { ...deps, getSending }
  const publishKept = createPublisher(
    () => listKept(keptDeps),
    (kept) => {
      publish({ kept })
      clearTimeout(again)
      const isSending = kept.some(
        (recording) => recording.isOwn && ['sending', 'waiting'].includes(recording.sending.state),
      )
      if (isSending) again = setTimeout(() => void publishKept(), LOOK_INTERVAL_MS)
    },
  )
  const live = createLiveRecorder({
    ...deps,
    forget,
    getSending,
    send: sender.send,
    abandon: sender.abandon,
    getPlan: (server) => getPlan(deps.openAccount(server)),
    onLive: (recording) => publish({ live: recording }),
    onEnded: publishKept,
  })
  const ownRecording = async (recordingId: string) => {
    const recording = await recordings.get(recordingId)
    return recording !== null && (await isOwn(deps, recording)) ? recording : null
  }
  /** Copies the link of the running recording and says so: it is being stopped. */
  async function handOver(): Promise<void> {
    const stopped = live.live()
    if (stopped?.state !== 'recording' && stopped?.state !== 'paused') return
    const { recordingId, title, link, sending } = stopped
    const isCopied = sending.shareUrl !== null && deps.copyText(sending.shareUrl)
    if (isCopied) copiedId = recordingId
    const recording = await recordings.get(recordingId)
    if (recording === null) return
    const { server } = recording
    const shown = { recordingId, server, title: title.text, link, sending: { shareUrl: sending.shareUrl, isCopied } }
    if (link && sending.shareUrl === null) linkless = shown
    deps.showStopped(shown)
  }
  function announceLateLink(): void {
    const { shareUrl = null } = linkless === null ? {} : sender.getSending(linkless.recordingId)
    if (linkless === null || shareUrl === null) return
    deps.showStopped({ ...linkless, sending: { shareUrl, isCopied: false } })
    linkless = null
  }
  deps.watchRecordings(() => {
    announceLateLink()
    void publishKept()
  })
  /** The page of an earlier engine may end after this one has listed its recording as running. */
  async function publishLateEnds(): Promise<void> {
    // First of all: what isn't held now is listed as interrupted at once.
    const held = await deps.heldLocks()
    for (const { id } of await recordings.list())
      if (held.has(recordingLock(id))) void deps.released(recordingLock(id)).then(publishKept)
  }
  /** The person starting the next one has read why an earlier one is empty. */
  async function forgetEmpty(): Promise<void> {
    for (const { id } of (await listKept(keptDeps)).filter(isEmptyRecording)) {
      const recording = await ownRecording(id)
      // Another start may have begun it after this one looked for held locks.
      if (recording && id !== live.live()?.recordingId) await forget(recording)
    }
  }
  void publishLateEnds()
  void forgetSent(deps).then(publishKept)

  return {
    ...live,
    async open(order) {
      // A file that can't be read or deleted must not prevent the next recording, whose stream id expires in seconds.
      await isSettledWithin(forgetEmpty(), FORGET_MS)
      return live.open(order)
    },
    rename(title) {
      live.rename(title)
      const recordingId = live.live()?.recordingId
      if (recordingId !== undefined)
        void ownRecording(recordingId).then((recording) => recording && sender.rename(recording, title))
    },
    async stop() {
      void handOver().catch(() => undefined)
      await live.stop()
    },
    async copyLink(recordingId) {
      const url = (await findRecordingEntry(deps.journal, recordingId))?.shareUrl
      if (url !== undefined && deps.copyText(url)) copiedId = recordingId
      await publishKept()
    },
    async kept() {
      // The caller may have signed in since the last news.
      await publishKept()
      return listKept(keptDeps)
    },
    async send(recordingId) {
      const recording = await ownRecording(recordingId)
      if (recording) sender.send(recording)
    },
    async renameRecording(recordingId, title) {
      const recording = await ownRecording(recordingId)
      if (recording) {
        await recordings.update(recordingId, { title, titleSource: 'typed' })
        await sender.rename(recording, title)
      }
      await publishKept()
    },
    async remove(recordingId) {
      const recording = await ownRecording(recordingId)
      if (recording === null) return
      await sender.abandon(recording)
      await forget(recording)
    },
  }
}

/** Null when the server can't be asked. */
async function getPlan({ api }: Account): Promise<Plan | null> {
  const usage = await api.request(ACCOUNT_PATHS.usage, usageSchema).catch(() => null)
  return usage && PLANS[usage.plan_id]
}
