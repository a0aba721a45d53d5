import type { ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { EN } from '@callfolio/shared/page-words/en.ts'
import type { GateProblem } from '@callfolio/shared/page/shared-page.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { ShareableLinkRow } from '../../db/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { GuessLimiter } from '../../limits/guess-limiter.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { getAsks, getPass, type LinkPass } from './link-pass.ts'

/** A link under attack stays open to recipients who passed before. */
const TRIES_OF_LINK = { name: 'link_password', points: 200, seconds: 60 * 60 }

export interface GateDeps {
  passwords: Passwords
  limiter: RateLimiter
  guesses: GuessLimiter
}

/** A visitor's input; empty fields count as missing. */
export interface GateAnswer {
  password?: string | undefined
  email?: string | undefined
}

/** Why a visitor was refused. */
export class GateRefused extends AppError {
  readonly problem: GateProblem

  constructor(code: ErrorCode, problem: GateProblem, options?: { retryAfterSeconds: number }) {
    super(code, EN.gateProblems[problem], options)
    this.problem = problem
  }
}

/**
 * Checks a visitor's input at a protected link.
 * @param client the IP address whose attempts are counted.
 * @throws GateRefused password_required or email_required when it is missing or wrong, too_many_requests.
 */
export async function passGate(
  deps: GateDeps,
  link: ShareableLinkRow,
  { password, email }: GateAnswer,
  client: string,
): Promise<LinkPass> {
  const asks = getAsks(link)
  if (asks.password && !password) throw new GateRefused('password_required', 'password_missing')
  if (asks.email && !email) throw new GateRefused('email_required', 'email_missing')
  if (asks.password) await checkPassword(deps, link, password ?? '', client)
  return getPass(link, asks.email ? (email ?? null) : null)
}

async function checkPassword(
  { passwords, limiter, guesses }: GateDeps,
  link: ShareableLinkRow,
  password: string,
  client: string,
): Promise<void> {
  // Recipients have no other way in, so a stranger must not use up everyone's guesses for a day.
  const guess = { subject: `link ${link.id}`, client, isKnown: true }
  // A client over its limit must not use up the link's.
  const wait = (await guesses.take(guess))?.seconds ?? (await limiter.take(TRIES_OF_LINK, link.id))
  if (wait !== null) throw new GateRefused('too_many_requests', 'too_many', { retryAfterSeconds: wait })
  if (!(await passwords.matches(password, link.passwordHash)))
    throw new GateRefused('password_required', 'password_wrong')
  await guesses.forgive(guess)
}
