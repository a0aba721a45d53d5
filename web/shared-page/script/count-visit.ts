import { SHARED_PAGE_PATHS } from '@callfolio/shared/shared-page.ts'
import { createVisits } from './visits.ts'
import { watchReader } from './watch-reader.ts'

interface CountVisitOptions {
  /** Came with the page, good for one view. */
  ticket: string
  storage: Storage | null
  /** Tells the server who reads, so that an owner's look counts nothing; null: a visitor. */
  accessToken: () => Promise<string | null>
}

/** Tells the server once per visit that a person reads this page. */
export function countVisit({ ticket, storage, accessToken }: CountVisitOptions): void {
  const visits = createVisits(storage, location.pathname)
  const goOn = () => visits.remember(Date.now())
  // Leaving is the last that is seen of a visit.
  const untilLeft = () => addEventListener('pagehide', goOn)
  if (!visits.isNew(Date.now())) return untilLeft()
  watchReader(() => {
    goOn()
    untilLeft()
    void send(ticket, accessToken)
  })
}

/** A view that could not be told is not worth an error on the page. */
async function send(ticket: string, accessToken: () => Promise<string | null>): Promise<void> {
  const token = await accessToken().catch(() => null)
  await fetch(SHARED_PAGE_PATHS.view, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ ticket }),
  }).catch(() => null)
}
