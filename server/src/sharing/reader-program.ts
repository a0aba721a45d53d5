import { isbot } from 'isbot'

/** Office programs fetch links before their users do; the list of robots leaves them out. */
const OFFICE = /\bms-?office\b|\bmicrosoft (?:office|outlook)\b/i

/**
 * Whether a program opened a page, not a person: one that says so, that fetches pages for previews or scans mails, a
 * browser without a window, or what says nothing of itself.
 * @param userAgent as it was sent; empty without one.
 */
export function isProgram(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent) || OFFICE.test(userAgent)
}
