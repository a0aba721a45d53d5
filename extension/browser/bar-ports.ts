import browser, { type Runtime } from 'webextension-polyfill'
import { BAR_PORT, barCommandSchema, SHOW_BAR, type BarCommand, type BarState } from '../messaging/bar-protocol.ts'
import type { LiveRecording } from '../messaging/recording-protocol.ts'
import { subscribeToRecorder } from './recorder-channel.ts'

interface BarHandlers {
  live: () => LiveRecording | null
  onCommand: (command: BarCommand) => void
}

/** Serves the bars, as the engine: only the one in the recorded tab's own page, while it is recorded. */
export function serveBars({ live, onCommand }: BarHandlers): void {
  const bars = new Map<Runtime.Port, number>()
  const isRecorded = (tabId: number, recording: LiveRecording | null): recording is LiveRecording =>
    recording !== null && recording.tabId === tabId && toBarState(recording) !== null
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== BAR_PORT) return
    const tabId = port.sender?.tab?.id
    if (tabId === undefined || port.sender?.frameId !== 0 || !isRecorded(tabId, live())) return port.disconnect()
    bars.set(port, tabId)
    port.onDisconnect.addListener(() => bars.delete(port))
    port.onMessage.addListener((message) => {
      const { data } = barCommandSchema.safeParse(message)
      if (data !== undefined && isRecorded(tabId, live())) onCommand(data)
    })
  })
  subscribeToRecorder(({ live: recording }) => {
    if (recording === undefined) return
    for (const [port, tabId] of bars) {
      if (isRecorded(tabId, recording)) port.postMessage(toBarState(recording))
      else {
        port.disconnect()
        bars.delete(port)
      }
    }
  })
}

/** Null once it has been stopped. */
function toBarState({ state, elapsedMs, marks, levels }: LiveRecording): BarState | null {
  if (state === 'stopping' || state === 'discarding') return null
  const { tab, microphone } = levels
  const level = tab === null && microphone === null ? null : Math.max(tab ?? 0, microphone ?? 0)
  return { state, elapsedMs, marks, level }
}

/** Tells the page of a recorded tab to show its bar. Does nothing on sites without the extension's script. */
export async function showBar(tabId: number): Promise<void> {
  await browser.tabs.sendMessage(tabId, SHOW_BAR, { frameId: 0 }).catch(() => undefined)
}

/** Runs when this page's tab starts to be recorded. @returns a function that unsubscribes. */
export function onShowBar(run: () => void): () => void {
  const listener = (message: unknown): undefined => {
    if ((message as Partial<typeof SHOW_BAR> | null)?.type === SHOW_BAR.type) run()
  }
  browser.runtime.onMessage.addListener(listener)
  return () => browser.runtime.onMessage.removeListener(listener)
}

/** Asks the background whether the person wants the bar. */
export async function isBarWanted(): Promise<boolean> {
  return (await browser.runtime.sendMessage({ type: 'bar/wanted' })) === true
}

/**
 * Connects this page's bar with the engine.
 * @param onEnd the tab is not recorded, or not any more.
 */
export function connectBar(onState: (state: BarState) => void, onEnd: () => void): (command: BarCommand) => void {
  const port = browser.runtime.connect({ name: BAR_PORT })
  port.onMessage.addListener((state) => onState(state as BarState))
  port.onDisconnect.addListener(onEnd)
  return (command) => port.postMessage(command)
}
