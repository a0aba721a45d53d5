import type { Passwords } from '../accounts/passwords.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { asksOf, passOf, type LinkPass } from './link-pass.ts'

/** Against guessing. An office may share one address, and a link that somebody attacks stays open to those who passed before. */
const TRIES_OF_CLIENT = { name: 'link_password_client', points: 20, seconds: 15 * 60 }
const TRIES_OF_LINK = { name: 'link_password', points: 200, seconds: 60 * 60 }

export interface GateDeps {
  passwords: Passwords
  limiter: RateLimiter
}

/** What a visitor gives; what is empty counts as not given. */
export interface GateAnswer {
  password?: string | undefined
  email?: string | undefined
}

/**
 * Lets a visitor through to a protected link.
 * @param client the network address that the tries are counted for.
 * @throws AppError password_required or email_required when it is missing or wrong, too_many_requests.
 */
export async function passGate(
  deps: GateDeps,
  link: ShareableLinkRow,
  { password, email }: GateAnswer,
  client: string,
): Promise<LinkPass> {
  const asks = asksOf(link)
  if (asks.password && !password) throw new AppError('password_required', 'Please enter the password of this link.')
  if (asks.email && !email) throw new AppError('email_required', 'Please enter your e-mail address.')
  if (asks.password) await checkPassword(deps, link, password ?? '', client)
  return passOf(link, asks.email ? (email ?? null) : null)
}

async function checkPassword(
  { passwords, limiter }: GateDeps,
  link: ShareableLinkRow,
  password: string,
  client: string,
): Promise<void> {
  // A client over its limit must not use up the link's.
  const wait =
    (await limiter.take(TRIES_OF_CLIENT, `${link.id} ${client}`)) ?? (await limiter.take(TRIES_OF_LINK, link.id))
  if (wait !== null)
    throw new AppError('too_many_requests', 'That were too many tries. Please wait some minutes and try again.')
  if (!(await passwords.matches(password, link.passwordHash)))
    throw new AppError('password_required', 'That is not the password of this link.')
}
