import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { timeLeft, type TimeLeftWords } from '@callfolio/shared/page/time-left.ts'
import '../page.css'
import { countVisit } from './count-visit.ts'
import { followPage } from './follow-page.ts'
import { showLinesOnHover } from './line-tooltip.ts'
import { leadToMoments, openAtTimestamp, showPlaying } from './moments.ts'
import { readTicket } from './read-ticket.ts'
import { watchLink } from './watch-link.ts'

// Declared above the calls: they need its value.
const TICK_MS = 1000

const { page } = document.body.dataset
const storage = openStorage()

followPage({
  onArrival(parts) {
    readOn()
    const arrived = (selector: string) => parts.some((part) => part.matches(selector) || part.querySelector(selector))
    if (arrived('video')) followVideo()
    if (arrived('[data-transcript]')) openAtTimestamp()
  },
  onComplete: () => void account?.then((signedIn) => signedIn?.refresh()),
})
followRemainingTime(document.querySelector<HTMLTimeElement>('time[data-remaining]'))
leadToMoments()
openAtTimestamp()
showLinesOnHover()
followVideo()
// Only signed-in people need this code; a preview shows what a visitor would see.
const signedIn = typeof storage?.getItem(SESSION_KEY) === 'string' && page !== 'preview'
const account = signedIn ? import('./signed-in.tsx').then(({ enterSignedIn }) => enterSignedIn()) : null
const readOn =
  page === 'open'
    ? countVisit({ ticket: readTicket(), storage, accessToken: async () => (await account)?.token ?? null })
    : () => undefined

/** Sets up the page's recording once it exists. */
function followVideo(): void {
  const video = document.querySelector('video')
  if (video === null) return
  showPlaying(video)
  watchLink(video)
}

/** Some settings block all storage. */
function openStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Shows the remaining time in the banner, instead of the expiry date. */
function followRemainingTime(element: HTMLTimeElement | null): void {
  if (element === null) return
  const expiresAt = element.dateTime
  // Only the page's own language is loaded.
  const words = JSON.parse(element.dataset['words'] ?? '') as TimeLeftWords
  const show = () => {
    const text = timeLeft(expiresAt, new Date(), words)
    if (element.textContent !== text) element.textContent = text
  }
  show()
  setInterval(show, TICK_MS)
}
