import browser from 'webextension-polyfill'

/**
 * A command's shortcut ("Alt+Shift+R"); empty if the person has removed it.
 * @returns null if the manifest has no such command.
 */
export async function getShortcut(command: string): Promise<string | null> {
  // The types say it always exists; without commands in the manifest it doesn't.
  const commands = await (browser.commands as typeof browser.commands | undefined)?.getAll()
  return commands?.find(({ name }) => name === command)?.shortcut ?? null
}

/** Opens the browser's page for changing shortcuts. */
export async function openShortcutSettings(): Promise<void> {
  const { openShortcutSettings: open } = browser.commands as { openShortcutSettings?: () => Promise<void> }
  await (open === undefined ? browser.tabs.create({ url: 'chrome://extensions/shortcuts' }) : open())
}
