import { timeLeft } from '@callfolio/shared/time-left.ts'

const TICK_MS = 1000

/** Keeps the banner's remaining time true while the page is open. */
export function followRemainingTime(element: HTMLTimeElement | null): void {
  if (element === null) return
  const expiresAt = element.dateTime
  setInterval(() => {
    const text = timeLeft(expiresAt, new Date())
    if (element.textContent !== text) element.textContent = text
  }, TICK_MS)
}
