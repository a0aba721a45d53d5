import browser from 'webextension-polyfill'

/** The keys of a command of the manifest ("Alt+Shift+R"); empty when it has none. */
export async function shortcutOf(command: string): Promise<string> {
  const commands = await browser.commands.getAll()
  return commands.find(({ name }) => name === command)?.shortcut ?? ''
}

/** Opens the browser's own page on which keys are changed. */
export async function openShortcutSettings(): Promise<void> {
  const { openShortcutSettings: open } = browser.commands as { openShortcutSettings?: () => Promise<void> }
  await (open === undefined ? browser.tabs.create({ url: 'chrome://extensions/shortcuts' }) : open())
}
