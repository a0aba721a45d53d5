import { useEffect, useState } from 'react'

/** Session storage key: the version for which this tab was reloaded. */
const RELOADED_FOR = 'reloaded-for'
const ENTRY = 'script[type="module"][src]'

/**
 * `current`: the server has this tab's build, or doesn't say. `newer`: it has another build, and this one's files are
 * gone.
 */
type Version = 'current' | 'newer' | 'reloading'

/** For components that replace a broken part: whether this tab is older than the server. Null while checking. */
export function useNewerVersion(): Version | null {
  const [version, setVersion] = useState<Version | null>(null)
  useEffect(() => void catchUp().then(setVersion), [])
  return version
}

/**
 * Checks whether the server has a newer build than this tab, when a file is missing. If so, and no work would be
 * lost, the tab reloads: once per build, so that a server that never delivers the new one can't cause a loop.
 */
async function catchUp(): Promise<Version> {
  const newest = await newestEntry()
  if (newest === null || newest === getEntry(document)) return 'current'
  if (wouldLoseWork() || sessionStorage.getItem(RELOADED_FOR) === newest) return 'newer'
  sessionStorage.setItem(RELOADED_FOR, newest)
  location.reload()
  return 'reloading'
}

/** The first script of the page as the server currently delivers it; null if there is none. */
async function newestEntry(): Promise<string | null> {
  try {
    const reply = await fetch('/dashboard', { cache: 'no-store' })
    return reply.ok ? getEntry(new DOMParser().parseFromString(await reply.text(), 'text/html')) : null
  } catch {
    return null
  }
}

function getEntry(page: Document): string | null {
  return page.querySelector(ENTRY)?.getAttribute('src') ?? null
}

/** Whether something would block closing the page: a running upload, unsaved edits. Typed text counts too. */
function wouldLoseWork(): boolean {
  const unheld = dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return (
    !unheld ||
    Array.from(document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)).some(
      ({ value }) => value.trim() !== '',
    )
  )
}

const TYPED = ['text', 'email', 'password', 'search']
  .map((type) => `input[type=${type}]:not(:read-only)`)
  .concat('input:not([type], :read-only)', 'textarea:not(:read-only)')
  .join()
