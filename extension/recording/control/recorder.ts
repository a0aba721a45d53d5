import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/account.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import type { Account } from '../../account/account.ts'
import type {
  CaptureOrder,
  KeptTake,
  LiveRecording,
  RecorderNews,
  RecorderState,
  StartAnswer,
} from '../../messaging/recording-protocol.ts'
import { openCapture, type Capture } from '../capture/capture.ts'
import { forgetSent, forgetTake, listKept, type KeptTakesDeps } from '../take/kept-takes.ts'
import { runRecording, type LiveRecordingDeps, type RunningRecording } from './live-recording.ts'
import { captureProblem } from '../capture/capture-problem.ts'
import { createTakeSender, type TakeSenderDeps } from '../sending/take-sender.ts'
import { recordCall } from '../capture/record-call.ts'
import { takeLock, type Take } from '../take/take.ts'

export interface RecorderDeps extends Omit<KeptTakesDeps, 'sendingOf'>, Omit<TakeSenderDeps, 'onSent'> {
  openAccount: (server: string) => Account
  /** Tells when a recording's upload has changed. */
  watchTakes: (onChange: () => void) => void
  /** Whose session is kept for a server, asked without the network; null: nobody's. */
  signedInUser: (server: string) => Promise<string | null>
  /** Holds a lock until the promise settles. */
  hold: (lock: string, until: Promise<void>) => void
  estimate: () => Promise<StorageEstimate>
  tell: (news: RecorderNews) => void
  onState: (state: RecorderState) => void
}

/** All the engine does with recordings. */
export interface Recorder {
  open(order: CaptureOrder): Promise<StartAnswer>
  live(): LiveRecording | null
  pause(): void
  resume(): void
  mute(muted: boolean): void
  stop(): Promise<void>
  discard(): Promise<void>
  kept(): Promise<KeptTake[]>
  send(takeId: string): Promise<void>
  remove(takeId: string): Promise<void>
}

const BUSY = 'Something is being recorded already.'

/** Makes the recorder. It records one call at a time, and sends any number of takes. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { takes, now } = deps
  let isOpening = false
  let running: RunningRecording | null = null
  /** What was recorded is thrown away at its end. */
  let discarding: string | null = null

  const sender = createTakeSender({
    ...deps,
    onSent: async (take) => (await forgetTake(deps, take), tellKept()),
  })
  const keptDeps: KeptTakesDeps = { ...deps, sendingOf: (takeId) => sender.sendingOf(takeId) }
  const tellKept = async (): Promise<void> => deps.tell({ kept: await listKept(keptDeps) })
  deps.watchTakes(() => void tellKept())
  void forgetSent(deps).then(tellKept)

  async function open(order: CaptureOrder): Promise<StartAnswer> {
    if (isOpening || running !== null) return { started: false, problem: BUSY }
    isOpening = true
    try {
      const userId = await deps.signedInUser(order.server)
      if (userId === null)
        return { started: false, problem: 'Sign in first, so that the recording has somewhere to go.' }
      const capture = order.choices.source === 'captions' ? null : await openCapture(order)
      await start(newTake(order, userId, capture, now()), order, capture)
      return { started: true }
    } catch (error) {
      return { started: false, problem: captureProblem(error) }
    } finally {
      isOpening = false
    }
  }

  async function start(take: Take, order: CaptureOrder, capture: Capture | null): Promise<void> {
    let release = (): void => {}
    deps.hold(takeLock(take.id), new Promise((resolve) => (release = resolve)))
    const liveDeps: LiveRecordingDeps = {
      ...deps,
      recordCall,
      sendingOf: (takeId) => sender.sendingOf(takeId),
      onLive: (live) => deps.tell({ live }),
      onFile: (begun, file) => begun.id !== discarding && sender.send(begun, file),
      onEnded: (whole) => {
        running = null
        release()
        void keepOrForget(whole)
      },
    }
    try {
      running = await runRecording({ take, order, capture }, liveDeps)
    } catch (error) {
      release()
      await capture?.close()
      await forgetTake(deps, take)
      throw error
    }
    void planOf(order.server).then((plan) => running?.setPlan(plan))
  }

  async function keepOrForget(take: Take): Promise<void> {
    const isEmpty = take.files.mixed !== null && take.bytes === 0
    if (isEmpty || take.id === discarding) await forgetTake(deps, take)
    else sender.send(take)
    await tellKept()
  }

  async function planOf(server: string) {
    const usage = await deps
      .openAccount(server)
      .api.request(ACCOUNT_PATHS.usage, usageSchema)
      .catch(() => null)
    return usage && PLANS[usage.plan_id]
  }

  return {
    open,
    live: () => running?.live() ?? null,
    pause: () => running?.pause(),
    resume: () => running?.resume(),
    mute: (muted) => running?.mute(muted),
    stop: async () => running?.stop(),
    async discard() {
      if (running === null) return
      const { takeId } = running
      discarding = takeId
      const take = await takes.get(takeId)
      if (take) await sender.abandon(take)
      await running.stop()
    },
    kept: () => listKept(keptDeps),
    async send(takeId) {
      const take = await takes.get(takeId)
      if (take) sender.send(take)
    },
    async remove(takeId) {
      const take = await takes.get(takeId)
      if (take === null) return
      await sender.abandon(take)
      await forgetTake(deps, take)
      await tellKept()
    },
  }
}

function newTake(
  { server, choices, tab, consent }: CaptureOrder,
  userId: string,
  capture: Capture | null,
  startedAt: number,
): Take {
  const id = crypto.randomUUID()
  return {
    id,
    server,
    userId,
    source: choices.source,
    title: tab.title,
    tabId: tab.id,
    mimeType: '',
    files: {
      mixed: capture && `${id}-call`,
      microphone: capture?.mix.microphone ? `${id}-microphone` : null,
      tab: capture?.mix.tab ? `${id}-tab` : null,
    },
    soundsFromMs: 0,
    startedAt,
    endedAt: startedAt,
    pauses: [],
    bytes: 0,
    durationMs: 0,
    consent,
    captions: choices.captions || choices.source === 'captions',
    captionSessionIds: [],
    state: 'recording',
    note: null,
  }
}
