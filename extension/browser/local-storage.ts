import browser from 'webextension-polyfill'

/** Reads one value of the extension's own storage; undefined when there is none. */
export async function readLocal(key: string): Promise<unknown> {
  return (await browser.storage.local.get(key))[key]
}

export async function writeLocal(key: string, value: string): Promise<void> {
  await browser.storage.local.set({ [key]: value })
}
