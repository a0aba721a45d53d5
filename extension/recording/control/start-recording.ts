import type { NoticedCall } from '../../browser/noticed-calls.ts'
import type { BrowserTab } from '../../browser/tabs.ts'
import { captionSiteFor, type CaptionSite } from '../../captions/caption-sites.ts'
import {
  engineWakeSchema,
  REPORT_INTERVAL_MS,
  SIGN_IN_FIRST,
  recorderStateSchema,
  recordingAlarmSchema,
  startCommandSchema,
  type CaptureOrder,
  type LiveRecording,
  type RecorderState,
  type RecordingAlarm,
  type RecordingAnswers,
  type RecordingChoices,
  type RecordingCommand,
  type StartAnswer,
  type StartCommand,
  type WaitingStart,
} from '../../messaging/recording-protocol.ts'
import { captureProblem } from '../capture/capture-problem.ts'
import { captionsProblem } from './captions-problem.ts'
import { recordingTitle } from './recording-title.ts'

export interface StartDeps {
  wakeEngine: () => Promise<void>
  isEngineAwake: () => Promise<boolean>
  /** Wakes the engine, which then shows what waits for the person. */
  resumeEngine: () => Promise<void>
  askEngine: <Command extends RecordingCommand>(command: Command) => Promise<RecordingAnswers[Command['type']]>
  getTab: (tabId: number) => Promise<BrowserTab>
  getTabStreamId: (tabId: number) => Promise<string>
  /** Collects a site's captions. @returns false when the person has not allowed the site. */
  switchCaptionsOn: (site: CaptionSite) => Promise<boolean>
  /** Whether the person has answered the browser's microphone prompt. */
  microphonePermission: () => Promise<PermissionState>
  /** Opens the page with that prompt, which continues with the start. */
  openMicrophonePage: (tabId: number, wanted: Pick<StartCommand, 'choices' | 'title'>) => Promise<void>
  waitingStart: { read: () => Promise<WaitingStart | null>; clear: () => Promise<void> }
  /** ms since 1970. */
  now: () => number
  pause: (ms: number) => Promise<void>
  /** The call in a tab; null: none is known. */
  findCall: (tabId: number) => Promise<NoticedCall | null>
  /** Null: the person has entered none. */
  serverAddress: () => Promise<string | null>
  /** When the reminder to tell everyone was confirmed; null: not yet. */
  consentAt: () => Promise<number | null>
  /** Whether the person wants a link created with each recording. */
  wantsLink: () => Promise<boolean>
  lastChoices: () => Promise<RecordingChoices>
  /** Shows the recorder's state on the toolbar button, and keeps the machine awake while it records. */
  showState: (state: RecorderState, hasWarnings: boolean) => Promise<void>
  /** Notifies the person of a warning. */
  notify: (alarm: RecordingAlarm) => Promise<void>
  /** Shows the recording bar in the page of a tab, where that is wanted and possible. */
  showBar: (tabId: number) => Promise<void>
  /** Whether the popup can show an answer. */
  isPopupOpen: () => Promise<boolean>
  /** For actions that a keyboard shortcut can't perform. */
  openPopup: () => Promise<void>
}

/** The background's part in recording: only it may request a tab's picture. */
export interface RecordingStarter {
  /** Answers windows and engine; undefined for other messages. */
  answer: (message: unknown) => Promise<unknown> | undefined
  /** Starts recording the tab with the last settings, or stops the running recording. */
  toggle: (tabId: number) => Promise<void>
  /** Starts what waited for access to its meeting's site. Call it when the person has allowed a site. */
  continueWaiting: () => Promise<void>
  /**
   * Says that nothing is recorded if the popup closes during the browser's question about a site: a refusal reaches
   * only the popup. Call it when a start begins to wait, and when the background starts.
   */
  followWaiting: () => Promise<void>
}

/** A start that waited longer is no longer what the person expects. ms */
const WAITING_MS = 60_000
/** How often the background looks for a recording engine. It stays loaded, as the engine reports more often. ms */
const LOOK_MS = 1.5 * REPORT_INTERVAL_MS
/** How long a question may stay open before a notification says that nothing is recorded. ms */
const QUESTION_MS = 10_000

export function createRecordingStarter(deps: StartDeps): RecordingStarter {
  let starting: Promise<StartAnswer> | null = null
  /** The engine's latest. */
  let report = {}
  let following: Promise<void> | null = null
  const readWaiting = async (): Promise<WaitingStart | null> => {
    const waiting = await deps.waitingStart.read()
    return waiting !== null && deps.now() - waiting.at <= WAITING_MS ? waiting : null
  }
  /** One at a time: a window and `continueWaiting` may request the same start. */
  function startOnce(command: StartCommand): Promise<StartAnswer> {
    starting ??= startForWindow(deps, command).finally(() => (starting = null))
    return starting
  }

  return {
    answer(message) {
      const start = startCommandSchema.safeParse(message)
      if (start.success) return startOnce(start.data)
      const changed = recorderStateSchema.safeParse(message)
      if (changed.success) {
        const { state, hasWarnings } = changed.data
        report = {}
        if (state !== 'idle') void followEngine(deps, () => report).catch(() => undefined)
        return deps.showState(state, hasWarnings)
      }
      const alarm = recordingAlarmSchema.safeParse(message)
      if (alarm.success) return deps.notify(alarm.data)
      return engineWakeSchema.safeParse(message).success ? deps.wakeEngine() : undefined
    },
    async toggle(tabId) {
      // An unreachable engine reports an error when recording starts.
      const live = await askLive(deps).catch(() => null)
      if (live !== null) return void (await deps.askEngine({ type: 'recording/stop' }))
      if ((await deps.consentAt()) === null) return deps.openPopup()
      const choices = await deps.lastChoices()
      const answer = await startRecording(deps, { type: 'recording/start', tabId, choices, title: '' })
      if (answer.started) return
      await deps.notify({ type: 'recording/alarm', kind: 'not-started', text: answer.problem })
      await deps.openPopup()
    },
    async continueWaiting() {
      const waiting = await readWaiting()
      if (waiting !== null) await startOnce(waiting.command)
    },
    followWaiting() {
      // The tab may have been closed.
      following ??= followWaiting(deps, readWaiting)
        .catch(() => undefined)
        .finally(() => (following = null))
      return following
    },
  }
}

async function followWaiting(deps: StartDeps, readWaiting: () => Promise<WaitingStart | null>): Promise<void> {
  if ((await readWaiting()) === null) return
  await deps.pause(QUESTION_MS)
  const waiting = await readWaiting()
  if (waiting === null) return
  if (await deps.isPopupOpen()) return followWaiting(deps, readWaiting)
  const site = captionSiteFor((await deps.getTab(waiting.command.tabId)).url)
  if (site !== null)
    await deps.notify({
      type: 'recording/alarm',
      kind: 'not-started',
      text: `Not recording yet. ${captionsProblem(site)}`,
    })
}

/** A browser short of memory may end the engine's page, and a badge would keep showing a recording. */
async function followEngine(deps: StartDeps, lastReport: () => object): Promise<void> {
  const followed = lastReport()
  await deps.pause(LOOK_MS)
  if (lastReport() !== followed) return
  if (await deps.isEngineAwake()) return followEngine(deps, lastReport)
  await deps.showState('idle', false)
  const text = 'The recording stopped unexpectedly. The part recorded so far is saved.'
  await deps.notify({ type: 'recording/alarm', kind: 'ended', text })
  await deps.resumeEngine()
}

async function askLive(deps: StartDeps): Promise<LiveRecording | null> {
  await deps.wakeEngine()
  return deps.askEngine({ type: 'recording/live' })
}

/** The popup may have closed, and nothing else would say why there is no recording. Other windows may say it, too. */
async function startForWindow(deps: StartDeps, command: StartCommand): Promise<StartAnswer> {
  const answer = await prepareAndStart(deps, command)
  if (!answer.started && !(await deps.isPopupOpen()))
    await deps.notify({ type: 'recording/alarm', kind: 'not-started', text: answer.problem })
  return answer
}

/** Here and not in the window, which may close right after the click. */
async function prepareAndStart(deps: StartDeps, command: StartCommand): Promise<StartAnswer> {
  const { tabId, choices, title } = command
  try {
    await deps.waitingStart.clear()
    const site = choices.captions ? captionSiteFor((await deps.getTab(tabId)).url) : null
    if (site !== null && !(await deps.switchCaptionsOn(site))) return { started: false, problem: captionsProblem(site) }
    if (choices.microphone && (await deps.microphonePermission()) === 'prompt') {
      await deps.openMicrophonePage(tabId, { choices, title })
      return { started: true }
    }
  } catch (error) {
    return { started: false, problem: captureProblem(error) }
  }
  return startRecording(deps, command)
}

async function startRecording(deps: StartDeps, { tabId, choices, title: typed }: StartCommand): Promise<StartAnswer> {
  try {
    const server = await deps.serverAddress()
    if (server === null) return { started: false, problem: SIGN_IN_FIRST }
    const { title, url, width, height } = await deps.getTab(tabId)
    const consentAt = await deps.consentAt()
    const call = await deps.findCall(tabId)
    await deps.wakeEngine()
    const order: CaptureOrder = {
      server,
      // Windows know it; a shortcut uses the person's own choices.
      choices: { ...choices, captions: choices.captions && captionSiteFor(url) !== null },
      tab: { id: tabId, width, height },
      title: recordingTitle({
        typed,
        tab: { title, url },
        source: choices.source,
        callName: call?.name ?? null,
      }),
      participants: call?.people ?? [],
      streamId: choices.source === 'tab' ? await deps.getTabStreamId(tabId) : null,
      consent: consentAt === null ? null : { at: consentAt },
      link: await deps.wantsLink(),
    }
    const answer = await deps.askEngine({ type: 'recording/open', order })
    if (answer.started && choices.source !== 'screen') void deps.showBar(tabId)
    return answer
  } catch (error) {
    return { started: false, problem: captureProblem(error) }
  }
}
