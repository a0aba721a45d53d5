import browser from 'webextension-polyfill'

/** Reads a value from the extension's own storage; undefined if there is none. */
export async function readLocal(key: string): Promise<unknown> {
  return (await browser.storage.local.get(key))[key]
}

/** Reports when a key's value has changed, by any part of the extension. */
export function watchLocal(key: string, onChange: () => void): void {
  browser.storage.local.onChanged.addListener((changes) => {
    if (key in changes) onChange()
  })
}

export async function writeLocal(key: string, value: string): Promise<void> {
  await browser.storage.local.set({ [key]: value })
}
