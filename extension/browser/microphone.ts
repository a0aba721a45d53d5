import browser from 'webextension-polyfill'

/** Whether the person has answered the browser's question about the microphone. */
export async function microphonePermission(): Promise<PermissionState> {
  return (await navigator.permissions.query({ name: 'microphone' })).state
}

/** Asks the browser's question. Works on a page that is seen, not in a popup, which closes over it. @returns whether it is allowed. */
export async function askForMicrophone(): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    return true
  } catch {
    return false
  }
}

/** Opens the page with the question beside the tab that is to be recorded. @param wanted what is started after it. */
export async function openMicrophonePage(tabId: number, wanted: object): Promise<void> {
  const { index, windowId } = await browser.tabs.get(tabId)
  const query = new URLSearchParams({ tab: String(tabId), wanted: JSON.stringify(wanted) })
  await browser.tabs.create({
    url: browser.runtime.getURL(`microphone.html?${query}`),
    index: index + 1,
    openerTabId: tabId,
    ...(windowId === undefined ? {} : { windowId }),
  })
}

/** Closes the page with the question; the tab it was opened for comes to the front. */
export async function closeMicrophonePage(tabId: number): Promise<void> {
  const own = await browser.tabs.getCurrent()
  await browser.tabs.update(tabId, { active: true }).catch(() => undefined)
  if (own.id !== undefined) await browser.tabs.remove(own.id)
}
