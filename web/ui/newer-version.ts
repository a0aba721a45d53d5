import { useEffect, useState } from 'react'

/** Key in session storage: the version this tab was reloaded for. */
const RELOADED_FOR = 'reloaded-for'
const ENTRY = 'script[type="module"][src]'

/** `current`: the server has what this tab runs, or does not say. `newer`: it has another build, and the files of this one are gone. */
type Version = 'current' | 'newer' | 'reloading'

/** For what stands in the place of something that broke: is it because this tab is older than the server? Null while that is asked. */
export function useNewerVersion(): Version | null {
  const [version, setVersion] = useState<Version | null>(null)
  useEffect(() => void catchUp().then(setVersion), [])
  return version
}

/**
 * Checks whether the server has a newer build than this tab, for when something of it is missing. If so, and nothing would be lost
 * by it, the tab is reloaded: once for each build, so that a server that never gives the new one can't make it go round.
 */
async function catchUp(): Promise<Version> {
  const newest = await newestEntry()
  if (newest === null || newest === entryOf(document)) return 'current'
  if (wouldLoseWork() || sessionStorage.getItem(RELOADED_FOR) === newest) return 'newer'
  sessionStorage.setItem(RELOADED_FOR, newest)
  location.reload()
  return 'reloading'
}

/** The first script of the page as the server gives it now; null when it gives none. */
async function newestEntry(): Promise<string | null> {
  try {
    const reply = await fetch('/', { cache: 'no-store' })
    return reply.ok ? entryOf(new DOMParser().parseFromString(await reply.text(), 'text/html')) : null
  } catch {
    return null
  }
}

function entryOf(page: Document): string | null {
  return page.querySelector(ENTRY)?.getAttribute('src') ?? null
}

/** Whether someone would ask before the page is closed: a running upload, edits that are not saved. Typed words count too. */
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
