import type { UserRow } from '../db/schema.ts'
import type { DomainEvent } from '../db/events.ts'
import type { GuessRefusal } from '../limits/guess-limiter.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './protocol/auth-error.ts'
import type { ClientFacts } from './rate-limits.ts'
import { fingerprint } from './sign-in.ts'

type Stopped = Extract<DomainEvent, { kind: 'account.guessing_stopped' }>['what']
/** Recovery codes are too long to be guessed in a day, and replace the others. */
type Guessed = Stopped | 'recovery_code'
type GuessDeps = Pick<Accounts, 'guesses' | 'knownDevices' | 'keyedHash'>

/** Alternative ways to prove the person. */
const INSTEAD: Record<Stopped, string> = {
  code: 'Too many wrong codes today. Use the link in the email, or try again tomorrow.',
  factor: 'Too many wrong codes today. Use a recovery code, or try again tomorrow.',
  password: 'Too many wrong passwords today. Try again tomorrow.',
}

/** A text message has no link. */
function instead(what: Stopped, of: string): string {
  return what === 'code' && !of.includes('@') ? 'Too many wrong codes today. Try again tomorrow.' : INSTEAD[what]
}

export interface GuessedAt {
  what: Guessed
  /** The address or number the code was sent to, or the account's ID. */
  of: string
  /** The secret's account; null if there is none, which the response doesn't reveal. */
  user: UserRow | null
  client: ClientFacts
}

/**
 * Checks a code or password that can be guessed. A known device waits only for its own wrong guesses.
 * @param check must not throw for a reason a guesser could cause: no guess is forgiven then.
 * @returns what `check` returns; null: the guess was wrong.
 * @throws {AuthError} over_request_rate_limit, with the seconds to wait.
 */
export async function checkGuess<T>(
  accounts: GuessDeps,
  { what, of, user, client }: GuessedAt,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const device = user && fingerprint(accounts, user.id, client)
  const isKnown = user !== null && device !== null && (await accounts.knownDevices.has(user.id, device))
  const guess = {
    subject: `${what} ${of}`,
    client: isKnown ? device : client.address,
    isKnown: isKnown || what === 'recovery_code',
    onTooMany:
      user === null || what === 'recovery_code'
        ? null
        : { kind: 'account.guessing_stopped' as const, userId: user.id, what },
  }
  const refusal = await accounts.guesses.take(guess)
  if (refusal) throw refused(what, of, refusal)
  const right = await check()
  if (right !== null) await accounts.guesses.forgive(guess)
  return right
}

function refused(what: Guessed, of: string, { by, seconds }: GuessRefusal): AuthError {
  const message =
    by === 'client' || what === 'recovery_code' ? 'Too many wrong attempts. Wait and try again.' : instead(what, of)
  return new AuthError('over_request_rate_limit', message, { retryAfterSeconds: seconds })
}
