import browser from 'webextension-polyfill'

/** Runs with the tab in front when the person presses a key that the manifest names; the extension may capture that tab then. */
export function onShortcut(name: string, run: (tabId: number) => Promise<void>): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === name && tab?.id !== undefined) void run(tab.id)
  })
}

/** Opens the popup as a click on the toolbar button does, where the browser lets an extension do that. */
export async function openPopup(): Promise<void> {
  await browser.action.openPopup().catch(() => undefined)
}
