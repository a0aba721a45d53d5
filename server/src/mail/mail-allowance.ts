import { TransientFailure } from '../kernel/errors.ts'
import { steps, type RateLimiter, type RateRule } from '../limits/rate-limiter.ts'
import type { Mail, Mailer } from './mailer.ts'

const allowance = (name: string, points: number): RateRule => ({ name, points, seconds: 5 * 60 })

/** Links and codes, which any client may ask for, to one address. */
const ASKED_BY_CLIENT = steps(allowance('mails_asked_by_client', 3))
/** Those of all clients together: a few of them don't use up what the owner's needs, and the mailbox isn't flooded. */
const ASKED_BY_ALL = steps(allowance('mails_asked_by_all', 30))

/** How many other mails an address gets in five minutes, of each kind apart. */
const ALLOWANCES = {
  /** That there is a new password. */
  password: allowance('mails_password', 3),
  /** That an account is entered in another way from now on, or is to be deleted. Two factors and their codes are set up at once. */
  account: allowance('mails_account', 5),
  /** What came of work on recordings. A queue's waits are enough for an hour of them. */
  work: allowance('mails_work', 6),
}
export type MailKind = keyof typeof ALLOWANCES

/**
 * Counts a link or code that a client asks for, who may be a stranger.
 * @returns null when it may be mailed, else the seconds until it may.
 */
export async function countAskedMail(limiter: RateLimiter, address: string, client: string): Promise<number | null> {
  // A client over its limit must not use up what all clients have.
  for (const rule of ASKED_BY_CLIENT) {
    const seconds = await limiter.take(rule, `${address} ${client}`)
    if (seconds !== null) return seconds
  }
  for (const rule of ASKED_BY_ALL) {
    const seconds = await limiter.take(rule, address)
    if (seconds !== null) return seconds
  }
  return null
}

/**
 * Counts mails, all or none, before what they report is done.
 * @returns null when they may be sent, else the seconds until they may.
 */
export async function countMail(
  limiter: RateLimiter,
  kind: MailKind,
  address: string,
  mails = 1,
): Promise<number | null> {
  const seconds = await limiter.take(ALLOWANCES[kind], address, mails)
  if (seconds !== null) await limiter.giveBack(ALLOWANCES[kind], address, mails)
  return seconds
}

/** Takes back one that was counted: it is not sent. */
export function uncountMail(limiter: RateLimiter, kind: MailKind, address: string): Promise<void> {
  return limiter.giveBack(ALLOWANCES[kind], address)
}

/**
 * Sends a mail about work on recordings.
 * @throws TransientFailure, with the time to wait, while its address has had as many as it gets; or the mailer's.
 */
export async function sendOfWork(
  { mailer, limiter }: { mailer: Mailer; limiter: RateLimiter },
  mail: Mail,
): Promise<void> {
  const seconds = await countMail(limiter, 'work', mail.to)
  if (seconds !== null)
    throw new TransientFailure('unavailable', 'Too many emails to this address. Try again in 5 minutes.', {
      retryAfterMs: seconds * 1000,
    })
  try {
    await mailer.send(mail)
  } catch (error) {
    await uncountMail(limiter, 'work', mail.to)
    throw error
  }
}
