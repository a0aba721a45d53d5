import browser from 'webextension-polyfill'

/** Whether the person has answered the browser's microphone prompt. */
export async function microphonePermission(): Promise<PermissionState> {
  return (await navigator.permissions.query({ name: 'microphone' })).state
}

/**
 * Shows the browser's prompt. Works on a visible page, not in a popup, which the prompt closes. @returns whether it
 * is allowed.
 */
export async function askForMicrophone(): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    return true
  } catch {
    return false
  }
}

/** Opens the prompt's page next to the tab to record. @param wanted what to start afterwards. */
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

/** Closes the prompt's page and brings the tab it was opened for to the front. */
export async function closeMicrophonePage(tabId: number): Promise<void> {
  const own = await browser.tabs.getCurrent()
  await browser.tabs.update(tabId, { active: true }).catch(() => undefined)
  if (own.id !== undefined) await browser.tabs.remove(own.id)
}
