import browser from 'webextension-polyfill'

/** Well within the 30 s after which Firefox unloads a background without events and API calls, whatever it does. ms */
const CALL_INTERVAL_MS = 5000

/** @returns a function that keeps this background loaded while there is work, and lets the browser unload it after. */
export function createStayLoaded(): (isBusy: boolean) => void {
  let calls: ReturnType<typeof setInterval> | undefined
  return (isBusy) => {
    if (isBusy) calls ??= setInterval(() => void browser.runtime.getPlatformInfo(), CALL_INTERVAL_MS)
    else {
      clearInterval(calls)
      calls = undefined
    }
  }
}

/** Has the browser load the background when it starts; without it, it waits for another event. */
export function loadAtStart(): void {
  browser.runtime.onStartup.addListener(() => {})
}
