import browser from 'webextension-polyfill'

interface SiteScript {
  id: string
  /** What the person is asked to allow. */
  origins: string[]
  /** Path in the built extension. */
  file: string
}

/** Whether the person allows it on its site. */
export function isScriptAllowed({ origins }: SiteScript): Promise<boolean> {
  return browser.permissions.contains({ origins })
}

/**
 * Lets the script run on its site, in pages that are open already too; nothing happens when it does so already. The
 * browser remembers it beyond its own end, but not beyond an update of the extension.
 * @returns false when the person has not allowed it.
 */
export async function switchScriptOn(script: SiteScript): Promise<boolean> {
  const { id, origins, file } = script
  if (!(await isScriptAllowed(script))) return false
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length > 0) return true
  await browser.scripting.registerContentScripts([
    { id, matches: origins, js: [file], runAt: 'document_idle', persistAcrossSessions: true },
  ])
  const tabs = await browser.tabs.query({ url: origins })
  const running = tabs.flatMap(({ id: tabId }) =>
    tabId === undefined ? [] : browser.scripting.executeScript({ target: { tabId }, files: [file] }),
  )
  // A tab that shows an error page takes no scripts.
  await Promise.allSettled(running)
  return true
}

/** Lets the script run on no further page of its site, and gives the permission back. */
export async function switchScriptOff({ id, origins }: SiteScript): Promise<void> {
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: [id] })
  await browser.permissions.remove({ origins }).catch(() => false)
}
