/** Whether the engine's page exists. Chrome and Edge only. */
export function isEngineAwake(): Promise<boolean> {
  return chrome.offscreen.hasDocument()
}

let making: Promise<void> | null = null

/**
 * Makes sure that the engine is listening. Call it in the background before a message to the engine. In browsers
 * without offscreen pages the background is the engine.
 */
export async function wakeEngine(): Promise<void> {
  // The types say it always exists; Firefox has none.
  const offscreen = chrome.offscreen as typeof chrome.offscreen | undefined
  if (offscreen === undefined) return
  // A page that is being created already exists, but doesn't listen yet.
  if (making === null && (await offscreen.hasDocument())) return
  making ??= offscreen
    .createDocument({
      url: 'offscreen.html',
      reasons: ['USER_MEDIA', 'DISPLAY_MEDIA', 'CLIPBOARD'],
      justification: 'Records and uploads the call, and copies its link, while no extension window is open.',
    })
    .finally(() => {
      making = null
    })
  await making
}
