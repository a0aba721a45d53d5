import browser from 'webextension-polyfill'

/**
 * Runs a manifest command with the front tab when its shortcut is pressed; the extension may then capture that tab.
 */
export function onCommand(name: string, run: (tabId: number) => Promise<void>): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === name && tab?.id !== undefined) void run(tab.id)
  })
}

/** Opens the popup like a click on the toolbar button, in browsers that allow it. */
export async function openPopup(): Promise<void> {
  await browser.action.openPopup().catch(() => undefined)
}
