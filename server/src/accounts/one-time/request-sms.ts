import { BRAND } from '@callfolio/shared/brand.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'
import { mergeMetadata, type GivenMetadata } from '../protocol/user-metadata.ts'
import { createOneTimeCode } from './one-time-tokens.ts'
import { accountOrSignUp, runWithEvenTiming } from './request-email.ts'

interface CodeRequest {
  userId: string
  purpose: 'sms' | 'phone_change' | 'reauthentication'
  /** E.164. */
  phone: string
  sessionId?: string | null
}

type SmsDeps = Pick<Accounts, 'oneTimeTokens' | 'keyedHash' | 'clock' | 'sms'>

/** Texts a code that verifies the number. @returns the message's ID. @throws {AuthError} sms_send_failed. */
export async function requestCode(deps: SmsDeps, { phone, ...request }: CodeRequest): Promise<string | null> {
  return textCode(deps, phone, await createOneTimeCode(deps, { ...request, target: phone }))
}

/** Texts a code. @returns the message's ID. @throws {AuthError} sms_send_failed. */
export async function textCode({ sms }: Pick<Accounts, 'sms'>, phone: string, code: string): Promise<string | null> {
  try {
    return (await sms.send({ to: phone, text: `${code} is your ${BRAND.name} code. Never share it.` })).id
  } catch (cause) {
    throw new AuthError('sms_send_failed', 'We couldn’t send the text message. Try again.', { cause })
  }
}

/**
 * Texts a sign-in code. Creates an account without a password for a new number, if the client wants that. The answer
 * does not reveal whether an account exists.
 * @throws {AuthError} when a limit is exceeded.
 */
export async function requestSignInByPhone(
  accounts: Accounts,
  { phone, createUser, data, client }: { phone: string; createUser: boolean; data: GivenMetadata; client: ClientFacts },
): Promise<void> {
  await limitAttempts(accounts, 'sms', { clientAddress: client.address, subject: phone })
  const wanted = createUser ? { data: mergeMetadata({}, data) } : {}
  await runWithEvenTiming(accounts, 'Texting a sign-in code', async () => {
    const user = await accountOrSignUp(accounts, { phone }, wanted)
    if (user) await requestCode(accounts, { userId: user.id, purpose: 'sms', phone })
  })
}

/**
 * Texts the code of a pending sign-up again; the answer does not reveal whether one is pending.
 * @throws {AuthError} when a limit is exceeded.
 */
export async function resendSms(
  accounts: Accounts,
  { phone, client }: { phone: string; client: ClientFacts },
): Promise<void> {
  await limitAttempts(accounts, 'sms', { clientAddress: client.address, subject: phone })
  await runWithEvenTiming(accounts, 'Texting a new code', async () => {
    const [only, other] = await accounts.users.getPending({ phone })
    const user = other ? await accountOrSignUp(accounts, { phone }) : only
    if (user) await requestCode(accounts, { userId: user.id, purpose: 'sms', phone })
    const change = await accounts.oneTimeTokens.getPending(phone, 'phone_change')
    if (change !== null) await requestCode(accounts, { ...change, purpose: 'phone_change', phone })
  })
}
