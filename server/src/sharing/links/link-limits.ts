import type { RateRule } from '../../limits/rate-limiter.ts'

/** Links and previews that a user creates. Sharing a whole month of calls at once stays below the limit. */
export const MADE: RateRule = { name: 'links_and_previews', points: 300, seconds: 5 * 60 }
/** Link passwords that a user sets: hashing each costs as much as a sign-in. */
export const PASSWORDS: RateRule = { name: 'link_passwords', points: 30, seconds: 5 * 60 }
