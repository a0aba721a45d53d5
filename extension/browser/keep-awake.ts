/** Prevents or allows sleep of the machine. Its screen may turn off. */
export function keepAwake(awake: boolean): void {
  // Firefox doesn't support it, nor recording.
  const power = chrome.power as typeof chrome.power | undefined
  if (awake) power?.requestKeepAwake('system')
  else power?.releaseKeepAwake()
}
