import browser from 'webextension-polyfill'

/** The recorder's shortcuts ("Alt+Shift+R"), empty if the person has removed one; null without a recorder. */
export async function getShortcuts(): Promise<{ record: string; mark: string } | null> {
  // The types say it always exists; without commands in the manifest it doesn't.
  const commands = await (browser.commands as typeof browser.commands | undefined)?.getAll()
  const find = (command: string) => commands?.find(({ name }) => name === command)?.shortcut
  const record = find('toggle-recording')
  return record === undefined ? null : { record, mark: find('mark-recording') ?? '' }
}

/** Opens the browser's page for changing shortcuts. */
export async function openShortcutSettings(): Promise<void> {
  const { openShortcutSettings: open } = browser.commands as { openShortcutSettings?: () => Promise<void> }
  await (open === undefined ? browser.tabs.create({ url: 'chrome://extensions/shortcuts' }) : open())
}
