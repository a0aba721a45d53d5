import type { RateRule } from '../limits/rate-limiter.ts'

/** Links and previews that a person makes. Who shares a whole month of calls at once stays below it. */
export const MADE: RateRule = { name: 'links_and_previews', points: 300, seconds: 5 * 60 }
/** Passwords that a person gives links: each is hashed, which costs as much as a sign-in. */
export const PASSWORDS: RateRule = { name: 'link_passwords', points: 30, seconds: 5 * 60 }
