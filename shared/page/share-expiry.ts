/** Lifetimes of a shareable link, in days, with the picker's labels. */
export const SHARE_EXPIRY_OPTIONS = [
  { days: 1, label: '1 Day' },
  { days: 3, label: '3 Days' },
  { days: 7, label: '1 Week' },
  { days: 14, label: '2 Weeks' },
  { days: 30, label: '1 Month' },
  { days: 90, label: '3 Months' },
] as const

export type ShareExpiryDays = (typeof SHARE_EXPIRY_OPTIONS)[number]['days']

const DAY_MS = 24 * 60 * 60 * 1000

/** When a link created now with this many days expires; a day is 24 hours. */
export function expiryAfter(days: ShareExpiryDays, now: Date): Date {
  return new Date(now.getTime() + days * DAY_MS)
}
