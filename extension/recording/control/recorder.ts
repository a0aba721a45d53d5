import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/accounts/account.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { Account } from '../../account/account.ts'
import { isEmptyTake, type KeptTake, type RecorderNews } from '../../messaging/recording-protocol.ts'
import { LOOK_INTERVAL_MS } from '../../uploads/unanswered.ts'
import { forgetSounds } from '../sending/take-sounds.ts'
import { createTakeSender, type TakeSenderDeps } from '../sending/take-sender.ts'
import { forgetSent, forgetTake, listKept, type KeptTakesDeps } from '../take/kept-takes.ts'
import { isOwn, type Take } from '../take/take.ts'
import { createPublisher } from './publisher.ts'
import { createLiveRecorder, type LiveRecorder, type LiveRecordingDeps } from './live-recording.ts'

export interface RecorderDeps
  extends
    Omit<KeptTakesDeps, 'sendingOf'>,
    Omit<TakeSenderDeps, 'onSent'>,
    Pick<LiveRecordingDeps, 'captions' | 'signedInUser' | 'hold' | 'estimate' | 'onState' | 'onAlarm'> {
  openAccount: (server: string) => Account
  /** Reports a change of a recording's upload. */
  watchTakes: (onChange: () => void) => void
  publish: (news: RecorderNews) => void
  /** A recording with a link has stopped; called even if no window is open. */
  showLink: (take: Take) => void
}

/** The engine's part in recordings: it records one call at a time, and sends any number of takes. */
export interface Recorder extends LiveRecorder {
  kept(): Promise<KeptTake[]>
  /** These do nothing to another account's take. */
  send(takeId: string): Promise<void>
  renameTake(takeId: string, title: string): Promise<void>
  remove(takeId: string): Promise<void>
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
  const keptDeps: KeptTakesDeps = { ...deps, sendingOf: (takeId) => sender.sendingOf(takeId) }
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
    sendingOf: sender.sendingOf,
    send(take, growing) {
      sender.send(take, growing)
      if (growing === undefined && take.link) deps.showLink(take)
    },
    abandon: sender.abandon,
    planOf: (server) => planOf(deps.openAccount(server)),
    onLive: (recording) => publish({ live: recording }),
    onEnded: publishKept,
  })
  const ownTake = async (takeId: string) => {
    const take = await takes.get(takeId)
    return take !== null && (await isOwn(deps, take)) ? take : null
  }
  deps.watchTakes(() => void publishKept())
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
async function planOf({ api }: Account): Promise<Plan | null> {
  const usage = await api.request(ACCOUNT_PATHS.usage, usageSchema).catch(() => null)
  return usage && PLANS[usage.plan_id]
}
