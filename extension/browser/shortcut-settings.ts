import browser from 'webextension-polyfill'

/**
 * The keys of a command ("Alt+Shift+R"); empty when the person has given it none.
 * @returns null where the manifest has no such command.
 */
export async function shortcutOf(command: string): Promise<string | null> {
  // Types say it is always there; without commands in the manifest it is not.
  const commands = await (browser.commands as typeof browser.commands | undefined)?.getAll()
  return commands?.find(({ name }) => name === command)?.shortcut ?? null
}

/** Opens the browser's own page on which keys are changed. */
export async function openShortcutSettings(): Promise<void> {
  const { openShortcutSettings: open } = browser.commands as { openShortcutSettings?: () => Promise<void> }
  await (open === undefined ? browser.tabs.create({ url: 'chrome://extensions/shortcuts' }) : open())
}
