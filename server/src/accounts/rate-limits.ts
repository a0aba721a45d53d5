import type { MailedKind } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'
import { timeInWords } from '../kernel/time-in-words.ts'
import { steps, type RateLimiter, type RateRule } from '../limits/rate-limiter.ts'
import { countAskedMail, countMail, uncountMail, type MailKind } from '../mail/email-allowance.ts'
import { AuthError } from './protocol/auth-error.ts'

/** The client that sent a request. */
export interface ClientFacts {
  /** Network address; limits count by it. */
  address: string
  userAgent: string | undefined
}

type LimitedAction =
  | 'sign_in'
  | 'sign_up'
  | 'recover'
  | 'resend'
  | 'otp'
  | 'sms'
  | 'verify'
  | 'factor'
  | 'reauthenticate'
  | 'exchange'
  | 'captcha'

interface Allowance {
  /** Attempts of one client for one email address, number or account. */
  perAddress: number
  /** Attempts from one client; an office may share one IP address. */
  perClient: number
  seconds: number
}

export type AuthLimits = Record<LimitedAction, Allowance>

const FIVE_MINUTES = 5 * 60

/** Sign-ins are limited against guessing, the other actions also because each may send an email. */
export const DEFAULT_LIMITS: AuthLimits = {
  // For unknown devices; an office's other sign-ins are counted separately.
  sign_in: { perAddress: 30, perClient: 100, seconds: FIVE_MINUTES },
  sign_up: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  recover: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  resend: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  otp: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  // Each text message costs money.
  sms: { perAddress: 5, perClient: 20, seconds: 12 * FIVE_MINUTES },
  // Wrong codes are also counted per account (check-guess.ts).
  factor: { perAddress: 300, perClient: 300, seconds: 2 * FIVE_MINUTES },
  reauthenticate: { perAddress: 5, perClient: 300, seconds: FIVE_MINUTES },
  verify: { perAddress: 30, perClient: 300, seconds: FIVE_MINUTES },
  exchange: { perAddress: 30, perClient: 300, seconds: FIVE_MINUTES },
  // Each check calls an external service.
  captcha: { perAddress: 300, perClient: 300, seconds: FIVE_MINUTES },
}

/** The allowance each event's emails count toward, so that this server floods no mailbox. */
const COUNTED_AS = {
  'account.signed_up': 'asked',
  'account.confirmation_requested': 'asked',
  'account.recovery_requested': 'asked',
  'account.sign_in_requested': 'asked',
  'account.sign_up_repeated': 'asked',
  'account.email_change_requested': 'asked',
  'account.reauthentication_requested': 'asked',
  'account.password_changed': 'password',
  // Where email is sent, this follows a link that was just emailed to the address and counted.
  'account.email_changed': 'account',
  'account.factor_added': 'account',
  'account.factor_removed': 'account',
  'account.identity_linked': 'account',
  'account.identity_unlinked': 'account',
  'account.deletion_requested': 'account',
  'account.deletion_cancelled': 'account',
  // At most once a day.
  'account.guessing_stopped': 'account',
} as const satisfies Record<MailedKind, MailKind | 'asked'>
type NoticeKind = {
  [Event in MailedKind]: (typeof COUNTED_AS)[Event] extends MailKind ? Event : never
}[MailedKind]

/** The user whose emails are counted: by address or, without one, by account. */
type Notified = Pick<UserRow, 'id' | 'email'>

/** Counts an email that any client may request. @returns whether it may be sent; the response is the same. */
export async function mayMail({ limiter }: HasLimiter, email: string, client: ClientFacts): Promise<boolean> {
  return (await countAskedMail(limiter, email, client.address)) === null
}

/** As `mayMail`, for a session of the address's account. @throws {AuthError} over_request_rate_limit. */
export async function limitMail({ limiter }: HasLimiter, email: string, client: ClientFacts): Promise<void> {
  refuseUntil(await countAskedMail(limiter, email, client.address))
}

/**
 * Counts the notices of an upcoming action, all or none. The action is refused if a notice can't be sent, so no notice
 * is lost.
 * @throws {AuthError} over_request_rate_limit.
 */
export async function limitNotice(
  { limiter }: HasLimiter,
  kind: NoticeKind,
  { id, email }: Notified,
  notices = 1,
): Promise<void> {
  refuseUntil(await countMail(limiter, COUNTED_AS[kind], email ?? id, notices))
}

/**
 * Runs an action that notifies the account's owner; if it fails, its notice doesn't count.
 * @throws {AuthError} over_request_rate_limit, as `limitNotice`.
 */
export async function withNotice<T>(
  { limiter }: HasLimiter,
  kind: NoticeKind,
  user: Notified,
  act: () => Promise<T>,
): Promise<T> {
  await limitNotice({ limiter }, kind, user)
  try {
    return await act()
  } catch (error) {
    await uncountMail(limiter, COUNTED_AS[kind], user.email ?? user.id)
    throw error
  }
}

/** Unauthenticated actions that send email to an address of the caller's choice. */
const MAILING: ReadonlySet<LimitedAction> = new Set(['sign_up', 'recover', 'resend', 'otp'])
/** Initial limit for all of them together: enough for an office that shares an IP address. */
const MAILING_BY_CLIENT = { name: 'mailing_client', points: 300, seconds: FIVE_MINUTES }
/**
 * Texts to a number across all clients, as a multiple of one client's limit: texts cost money, and a few clients can't
 * use it up.
 */
const CLIENTS_TEXTING = 5

/**
 * Counts an attempt, whether or not the address has an account. The wait grows for clients that keep sending email to
 * strangers.
 * @throws {AuthError} over_request_rate_limit, with the seconds to wait.
 */
export async function limitAttempts(
  { limiter, limits }: Limits,
  action: LimitedAction,
  { clientAddress, subject }: { clientAddress: string; subject?: string },
): Promise<void> {
  const { perAddress, perClient, seconds } = limits[action]
  await take(limiter, { name: `${action}_client`, points: perClient, seconds }, clientAddress)
  if (MAILING.has(action)) for (const rule of steps(MAILING_BY_CLIENT)) await take(limiter, rule, clientAddress)
  if (subject === undefined) return
  await take(limiter, { name: `${action}_address`, points: perAddress, seconds }, `${subject} ${clientAddress}`)
  // A client over its limit must not use up other users' attempts.
  if (action === 'sms')
    await take(limiter, { name: 'sms_number', points: CLIENTS_TEXTING * perAddress, seconds }, subject)
}

/**
 * Counts a sign-in attempt. A device known to the account has its own count, so guesses made elsewhere can't block it;
 * all other devices share one, with growing waits, also across many accounts.
 * @param knownDevice identifies the device; null: unknown to the account, or no such account.
 * @throws {AuthError} over_request_rate_limit, with the seconds to wait.
 */
export async function limitSignIn(
  { limiter, limits }: Limits,
  { clientAddress, subject, knownDevice }: { clientAddress: string; subject: string; knownDevice: string | null },
): Promise<void> {
  const { perAddress, perClient, seconds } = limits.sign_in
  if (knownDevice !== null)
    return take(limiter, { name: 'sign_in_device', points: perAddress, seconds }, `${subject} ${knownDevice}`)
  for (const rule of steps({ name: 'sign_in_client', points: perClient, seconds }))
    await take(limiter, rule, clientAddress)
  for (const rule of steps({ name: 'sign_in_address', points: perAddress, seconds })) await take(limiter, rule, subject)
}

interface HasLimiter {
  limiter: RateLimiter
}

interface Limits extends HasLimiter {
  limits: AuthLimits
}

async function take(limiter: RateLimiter, rule: RateRule, key: string): Promise<void> {
  refuseUntil(await limiter.take(rule, key))
}

function refuseUntil(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds === null) return
  const message = `Too many requests. Try again in ${timeInWords(retryAfterSeconds * 1000)}.`
  throw new AuthError('over_request_rate_limit', message, { retryAfterSeconds })
}
