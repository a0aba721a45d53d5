import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/accounts/account.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import { findTakeEntry } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Account } from '../../account/account.ts'
import { isEmptyTake, type KeptTake, type RecorderNews, type TakeSending } from '../../messaging/recording-protocol.ts'
import { LOOK_INTERVAL_MS } from '../../uploads/unanswered.ts'
import { forgetSounds } from '../sending/take-sounds.ts'
import { createTakeSender, type TakeSenderDeps } from '../sending/take-sender.ts'
import { forgetSent, forgetTake, listKept, type KeptTakesDeps } from '../take/kept-takes.ts'
import { isOwn } from '../take/take.ts'
import { createPublisher } from './publisher.ts'
import { createLiveRecorder, type LiveRecorder, type LiveRecordingDeps } from './live-recording.ts'

export interface RecorderDeps
  extends
    Omit<KeptTakesDeps, 'getSending'>,
    Omit<TakeSenderDeps, 'onSent'>,
    Pick<LiveRecordingDeps, 'captions' | 'signedInUser' | 'hold' | 'estimate' | 'onState' | 'onAlarm'> {
  openAccount: (server: string) => Account
  /** Reports a change of a recording's upload. */
  watchTakes: (onChange: () => void) => void
  publish: (news: RecorderNews) => void
  /** Copies text, whatever window is in front. @returns whether the browser accepted it. */
  copyText: (text: string) => boolean
  /** Notifies the person of a stopped recording and its link, whatever windows are open. */
  showStopped: (stopped: StoppedRecording) => void
}

/** A recording that the person has just stopped, or whose link arrived after that. */
export interface StoppedRecording {
  takeId: string
  server: string
  title: string
  /** Whether a link is created with its page. */
  link: boolean
  sending: Pick<TakeSending, 'shareUrl' | 'isCopied'>
}

/** The engine's part in recordings: it records one call at a time, and sends any number of takes. */
export interface Recorder extends LiveRecorder {
  kept(): Promise<KeptTake[]>
  /** These do nothing to another account's take. */
  send(takeId: string): Promise<void>
  renameTake(takeId: string, title: string): Promise<void>
  remove(takeId: string): Promise<void>
  copyLink(takeId: string): Promise<void>
}

/** Makes the recorder. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { takes, publish } = deps
  const forget = async (take: Parameters<typeof forgetTake>[1]): Promise<void> => {
    await forgetTake(deps, take)
    await forgetSounds(deps, take.id).catch(() => {})
    await publishKept()
  }
  const sender = createTakeSender({ ...deps, onSent: forget })
  let again: ReturnType<typeof setTimeout> | undefined
  /** The take whose link is in the clipboard. */
  let copiedId: string | null = null
  /** Stopped before its link existed. */
  let linkless: StoppedRecording | null = null
  const getSending = (takeId: string): TakeSending => ({ ...sender.getSending(takeId), isCopied: takeId === copiedId })
  const keptDeps: KeptTakesDeps = { ...deps, getSending }
  const publishKept = createPublisher(
    () => listKept(keptDeps),
    (kept) => {
      publish({ kept })
      clearTimeout(again)
      const isSending = kept.some((take) => take.isOwn && take.sending.state === 'sending')
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
  const ownTake = async (takeId: string) => {
    const take = await takes.get(takeId)
    return take !== null && (await isOwn(deps, take)) ? take : null
  }
  /** Copies the link of the running recording and says so: it is being stopped. */
  async function handOver(): Promise<void> {
    const stopped = live.live()
    if (stopped?.state !== 'recording' && stopped?.state !== 'paused') return
    const { takeId, title, link, sending } = stopped
    const isCopied = sending.shareUrl !== null && deps.copyText(sending.shareUrl)
    if (isCopied) copiedId = takeId
    const take = await takes.get(takeId)
    if (take === null) return
    const { server } = take
    const shown = { takeId, server, title: title.text, link, sending: { shareUrl: sending.shareUrl, isCopied } }
    if (link && sending.shareUrl === null) linkless = shown
    deps.showStopped(shown)
  }
  function announceLateLink(): void {
    const { shareUrl = null } = linkless === null ? {} : sender.getSending(linkless.takeId)
    if (linkless === null || shareUrl === null) return
    deps.showStopped({ ...linkless, sending: { shareUrl, isCopied: false } })
    linkless = null
  }
  deps.watchTakes(() => {
    announceLateLink()
    void publishKept()
  })
  void forgetSent(deps).then(publishKept)

  return {
    ...live,
    async open(order) {
      // The person starting the next one has read why an earlier one is empty.
      for (const { id } of (await listKept(keptDeps)).filter(isEmptyTake)) {
        const take = await ownTake(id)
        if (take) await forget(take)
      }
      return live.open(order)
    },
    rename(title) {
      live.rename(title)
      const takeId = live.live()?.takeId
      if (takeId !== undefined) void ownTake(takeId).then((take) => take && sender.rename(take, title))
    },
    async stop() {
      void handOver().catch(() => undefined)
      await live.stop()
    },
    async copyLink(takeId) {
      const url = (await findTakeEntry(deps.journal, takeId))?.shareUrl
      if (url !== undefined && deps.copyText(url)) copiedId = takeId
      await publishKept()
    },
    async kept() {
      // The caller may have signed in since the last news.
      await publishKept()
      return listKept(keptDeps)
    },
    async send(takeId) {
      const take = await ownTake(takeId)
      if (take) sender.send(take)
    },
    async renameTake(takeId, title) {
      const take = await ownTake(takeId)
      if (take) {
        await takes.update(takeId, { title, titleSource: 'typed' })
        await sender.rename(take, title)
      }
      await publishKept()
    },
    async remove(takeId) {
      const take = await ownTake(takeId)
      if (take === null) return
      await sender.abandon(take)
      await forget(take)
    },
  }
}

/** Null when the server can't be asked. */
async function getPlan({ api }: Account): Promise<Plan | null> {
  const usage = await api.request(ACCOUNT_PATHS.usage, usageSchema).catch(() => null)
  return usage && PLANS[usage.plan_id]
}
