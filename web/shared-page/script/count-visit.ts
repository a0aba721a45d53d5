import { SHARED_PAGE_PATHS } from '@callfolio/shared/shared-page.ts'
import { collectSections } from './reached-sections.ts'
import { createVisits } from './visits.ts'
import { watchReader } from './watch-reader.ts'

/** What is reached within this time is told together. */
const GATHER_MS = 1000

interface CountVisitOptions {
  /** Came with the page, good for one view. */
  ticket: string
  storage: Storage | null
  /** Tells the server who reads, so that an owner's look counts nothing; null: a visitor. */
  accessToken: () => Promise<string | null>
}

/** Tells the server once per visit that a person reads this page, and then how far. A reload goes on with the visit's first ticket. */
export function countVisit({ ticket, storage, accessToken }: CountVisitOptions): void {
  const visits = createVisits(storage, location.pathname)
  const goneOn = visits.current(Date.now())
  let visit = goneOn ?? ticket
  let timer: number | undefined
  let isRead = false
  const tell = () => {
    timer = undefined
    void send({ ticket: visit, sections: reached }, accessToken)
  }
  const reached = collectSections(() => {
    if (isRead) timer ??= window.setTimeout(tell, GATHER_MS)
  })
  const goOn = () => visits.remember(Date.now(), visit)
  const begin = () => {
    isRead = true
    goOn()
    // Leaving is the last that is seen of a visit.
    addEventListener('pagehide', () => {
      goOn()
      if (timer !== undefined) tell()
    })
  }
  if (goneOn !== null) return begin()
  watchReader(() => {
    // Another tab of the same visit may have been read meanwhile.
    visit = visits.current(Date.now()) ?? ticket
    begin()
    tell()
  })
}

/** A view that could not be told is not worth an error on the page. */
async function send(
  read: { ticket: string; sections: readonly string[] },
  accessToken: () => Promise<string | null>,
): Promise<void> {
  const token = await accessToken().catch(() => null)
  await fetch(SHARED_PAGE_PATHS.view, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(read),
  }).catch(() => null)
}
