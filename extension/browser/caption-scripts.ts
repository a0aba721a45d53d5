import browser from 'webextension-polyfill'

interface SiteScript {
  id: string
  /** What the person is asked to allow. */
  origins: string[]
  /** Path in the built extension. */
  file: string
}

/** Whether the script runs on its site's pages. The browser remembers it beyond its own end. */
export async function isScriptOn({ id, origins }: SiteScript): Promise<boolean> {
  const [registered, allowed] = await Promise.all([browser.scripting.getRegisteredContentScripts({ ids: [id] }), browser.permissions.contains({ origins })])
  return registered.length > 0 && allowed
}

/** Lets the script run on its site, in pages that are open already too. @returns false when the person has not allowed it. */
export async function switchScriptOn({ id, origins, file }: SiteScript): Promise<boolean> {
  if (!(await browser.permissions.contains({ origins }))) return false
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length === 0) {
    await browser.scripting.registerContentScripts([{ id, matches: origins, js: [file], runAt: 'document_idle', persistAcrossSessions: true }])
  }
  const tabs = await browser.tabs.query({ url: origins })
  const running = tabs.flatMap(({ id: tabId }) => (tabId === undefined ? [] : browser.scripting.executeScript({ target: { tabId }, files: [file] })))
  // A tab that shows an error page takes no scripts.
  await Promise.allSettled(running)
  return true
}

/** Ends the script's life on its site with the next page; gives the permission back, which ends running ones' use. */
export async function switchScriptOff({ id, origins }: SiteScript): Promise<void> {
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: [id] })
  await browser.permissions.remove({ origins }).catch(() => false)
}
