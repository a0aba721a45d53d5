import browser from 'webextension-polyfill'

/** Runs a command of the manifest with the tab in front when the person presses its keys; the extension may capture that tab then. */
export function onCommand(name: string, run: (tabId: number) => Promise<void>): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === name && tab?.id !== undefined) void run(tab.id)
  })
}

/** Opens the popup as a click on the toolbar button does, where the browser lets an extension do that. */
export async function openPopup(): Promise<void> {
  await browser.action.openPopup().catch(() => undefined)
}
