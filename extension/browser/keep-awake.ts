/** Keeps the machine from falling asleep, or no longer. Its screen may go dark. */
export function keepAwake(awake: boolean): void {
  // Firefox has none; there nothing is recorded.
  const power = chrome.power as typeof chrome.power | undefined
  if (awake) power?.requestKeepAwake('system')
  else power?.releaseKeepAwake()
}
