import { TransientFailure } from '../kernel/errors.ts'
import type { RateLimiter, RateRule } from '../limits/rate-limiter.ts'
import type { Mail, Mailer } from './mailer.ts'

const allowance = (name: string, points: number): RateRule => ({ name, points, seconds: 5 * 60 })

/**
 * How many mails an address gets in five minutes, of each kind apart: who asks for links in a stranger's name keeps nobody
 * from a new password, and who is in somebody's account, and changes it all the time, neither.
 */
const ALLOWANCES = {
  /** Links and codes, which anybody may ask for. */
  asked: allowance('mails_address', 3),
  /** That there is a new password. */
  password: allowance('mails_password', 3),
  /** That an account is entered in another way from now on, or is to be deleted. Two factors and their codes are set up at once. */
  account: allowance('mails_account', 5),
  /** What came of work on recordings. A queue's waits are enough for an hour of them. */
  work: allowance('mails_work', 6),
}
export type MailKind = keyof typeof ALLOWANCES

/** Counts a mail, before what it reports is done. @returns null when it may be sent, else the seconds until the next one may. */
export function countMail(limiter: RateLimiter, kind: MailKind, address: string): Promise<number | null> {
  return limiter.take(ALLOWANCES[kind], address)
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
    throw new TransientFailure('unavailable', 'The address has had as many mails as it gets in five minutes.', {
      retryAfterMs: seconds * 1000,
    })
  try {
    await mailer.send(mail)
  } catch (error) {
    await uncountMail(limiter, 'work', mail.to)
    throw error
  }
}
