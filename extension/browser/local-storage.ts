import browser from 'webextension-polyfill'

/** Reads one value of the extension's own storage; undefined when there is none. */
export async function readLocal(key: string): Promise<unknown> {
  return (await browser.storage.local.get(key))[key]
}

/** Reports when the value of a key has been changed, by whatever part of the extension. */
export function watchLocal(key: string, onChange: () => void): void {
  browser.storage.local.onChanged.addListener((changes) => {
    if (key in changes) onChange()
  })
}

export async function writeLocal(key: string, value: string): Promise<void> {
  await browser.storage.local.set({ [key]: value })
}
