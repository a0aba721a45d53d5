import { BRAND } from '@callfolio/shared/brand.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import type { DomainEvent } from '../../db/events.ts'
import type { Mail } from '../../mail/mailer.ts'

export type Content = Pick<Mail, 'subject' | 'text'>

interface Proof {
  link: string
  /** Six digits, an alternative to the link. */
  code: string
}

const orCode = ({ link, code }: Proof) => `${link}

If a page asks for a code, enter this one: ${code}`

export function confirmation(proof: Proof): Content {
  return {
    subject: `Confirm your ${BRAND.name} account`,
    text: `Welcome to ${BRAND.name}. Confirm your email address within one hour:
${orCode(proof)}

If you didn’t sign up, don’t confirm. Someone else chose the password for this account.`,
  }
}

export function recovery(proof: Proof): Content {
  return {
    subject: `Reset your ${BRAND.name} password`,
    text: `We received a request to reset your ${BRAND.name} password. Choose a new one within one hour:
${orCode(proof)}

If you didn’t request this, ignore this email. Your password won’t change.`,
  }
}

export function signIn(proof: Proof): Content {
  return {
    subject: `Sign in to ${BRAND.name}`,
    text: `Sign in to ${BRAND.name} within one hour:
${orCode(proof)}

Never share this code. If you didn’t request this, ignore this email.`,
  }
}

export function newAddress(proof: Proof): Content {
  return {
    subject: `Confirm your new ${BRAND.name} email address`,
    text: `We received a request to use this address for a ${BRAND.name} account. Confirm it within one hour:
${orCode(proof)}

If you didn’t request this, don’t confirm. The account belongs to someone else.`,
  }
}

export function oldAddress(wanted: string, proof: Proof): Content {
  return {
    subject: `Approve your new ${BRAND.name} email address`,
    text: `We received a request to change your ${BRAND.name} email address to ${wanted}. Approve the change within one hour:
${orCode(proof)}

If you didn’t request this, don’t approve it, and change your password.`,
  }
}

export function reauthentication(code: string): Content {
  return {
    subject: `${code} is your ${BRAND.name} code`,
    text: `Enter this code within ten minutes to verify your identity: ${code}

If you didn’t request it, someone else is signed in to your account. Change your password.`,
  }
}

/** For a sign-up with the address of an existing account: only the address's owner may learn that. */
export function alreadyRegistered(signInUrl: string): Content {
  return {
    subject: `You already have a ${BRAND.name} account`,
    text: `We received a request to use this address, which already has a ${BRAND.name} account. Sign in or reset your password:
${signInUrl}

If you didn’t request this, ignore this email.`,
  }
}

export function changed(what: string, settings: string): Content {
  return {
    subject: `Your ${BRAND.name} ${what} was changed`,
    text: `The ${what} of your ${BRAND.name} account was changed.

${notYou(settings)}`,
  }
}

const FACTORS: Record<string, string> = {
  totp: 'An authenticator app',
  phone: 'A phone number for two-step sign-in',
  webauthn: 'A security key',
  passkey: 'A passkey',
  recovery_code: 'A set of recovery codes',
  google: 'Sign-in with Google',
  azure: 'Sign-in with Microsoft',
  github: 'Sign-in with GitHub',
  email: 'Sign-in with a password',
}

/** A factor or a linked identity was added or removed. */
export function entranceChanged(
  { kind, what }: Pick<Extract<DomainEvent, { what: string }>, 'kind' | 'what'>,
  settings: string,
): Content {
  const added = kind === 'account.factor_added' || kind === 'account.identity_linked'
  const thing = FACTORS[what] ?? 'A sign-in method'
  return {
    subject: `Your ${BRAND.name} sign-in methods were changed`,
    text: `${thing} was ${added ? 'added to' : 'removed from'} your ${BRAND.name} account.

${notYou(settings)}`,
  }
}

const GUESSED: Record<
  Extract<DomainEvent, { kind: 'account.guessing_stopped' }>['what'],
  [what: string, next: string]
> = {
  code: [
    'codes',
    'Until tomorrow, new devices can’t sign in with a code. The links in our emails and your own devices still work.',
  ],
  factor: [
    'two-step codes',
    'They passed the first sign-in step, so change your password now. Until tomorrow, new devices need a recovery code, security key or passkey. Your own devices still work.',
  ],
  password: ['passwords', 'They used a signed-in device. Sign out other devices, then change your password.'],
}

/** Too many wrong codes or passwords in a day. */
export function guessingStopped(
  { what }: Extract<DomainEvent, { kind: 'account.guessing_stopped' }>,
  settings: string,
): Content {
  const [guessed, next] = GUESSED[what]
  return {
    subject: `We blocked attempts to access your ${BRAND.name} account`,
    text: `Someone entered too many wrong ${guessed} for your ${BRAND.name} account today. We blocked further attempts.

${next}

Your signed-in devices:
${settings}`,
  }
}

const notYou = (settings: string) => `If this wasn’t you, reset your password and sign out other devices:
${settings}`

export function deletion(dueAt: Date, settings: string): Content {
  return {
    subject: `Your ${BRAND.name} account will be deleted`,
    text: `Your ${BRAND.name} account and all its recordings, microsites and links will be deleted on ${formatDay(dueAt.toISOString())}.

Until then, you can use the account as usual or cancel the deletion:
${settings}

If you didn’t request this, cancel the deletion and change your password.`,
  }
}

export function kept(): Content {
  return {
    subject: `Your ${BRAND.name} account deletion was canceled`,
    text: `Your ${BRAND.name} account won’t be deleted. You can use it as usual.`,
  }
}
