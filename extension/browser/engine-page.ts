let making: Promise<void> | null = null

/**
 * Makes sure that the engine listens. Call it in the background before a message to the engine.
 * Where the browser has no offscreen pages the background is the engine.
 */
export async function wakeEngine(): Promise<void> {
  // Types say it is always there; Firefox has none.
  const offscreen = chrome.offscreen as typeof chrome.offscreen | undefined
  if (offscreen === undefined) return
  // A page that is being made is there already, but doesn't listen yet.
  if (making === null && (await offscreen.hasDocument())) return
  making ??= offscreen
    .createDocument({
      url: 'offscreen.html',
      reasons: ['USER_MEDIA', 'DISPLAY_MEDIA'],
      justification: 'Records and uploads the call while no extension window is open.',
    })
    .finally(() => {
      making = null
    })
  await making
}
