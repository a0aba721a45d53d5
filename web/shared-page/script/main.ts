import { SESSION_KEY } from '@callfolio/shared/client/session-key.ts'
import { timeLeft } from '@callfolio/shared/time-left.ts'
import '../page.css'
import { countVisit } from './count-visit.ts'
import { showLinesOnHover } from './line-tooltip.ts'
import { leadToMoments, openAtMoment, showPlaying } from './moments.ts'
import { watchLink } from './watch-link.ts'

// Above the calls: what they use must have its value by then.
const TICK_MS = 1000

const { page, ticket } = document.body.dataset
const storage = openStorage()
const video = document.querySelector('video')

followRemainingTime(document.querySelector<HTMLTimeElement>('time[data-remaining]'))
leadToMoments(video)
openAtMoment()
showLinesOnHover()
if (video !== null) {
  showPlaying(video)
  watchLink(video)
}
// Others never load what only signed-in people see; a preview shows what a visitor would.
const signedIn = typeof storage?.getItem(SESSION_KEY) === 'string' && page !== 'preview'
const account = signedIn ? import('./signed-in.tsx').then(({ enterSignedIn }) => enterSignedIn()) : null
if (ticket !== undefined) countVisit({ ticket, storage, accessToken: async () => await account })

/** Some settings forbid pages to keep anything. */
function openStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Keeps the banner's remaining time true while the page is open. */
function followRemainingTime(element: HTMLTimeElement | null): void {
  if (element === null) return
  const expiresAt = element.dateTime
  setInterval(() => {
    const text = timeLeft(expiresAt, new Date())
    if (element.textContent !== text) element.textContent = text
  }, TICK_MS)
}
