import { isbot } from 'isbot'

/** Office programs fetch links before their users open them; the robot list doesn't include them. */
const OFFICE = /\bms-?office\b|\bmicrosoft (?:office|outlook)\b/i

/**
 * Whether a program opened a page, not a person: a self-declared bot, a link preview or email scanner, a headless
 * browser, or a client without a user agent.
 * @param userAgent as sent; empty without one.
 */
export function isProgram(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent) || OFFICE.test(userAgent)
}
