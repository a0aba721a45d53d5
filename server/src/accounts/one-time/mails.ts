import { BRAND } from '@callfolio/shared/brand.ts'
import type { DomainEvent } from '../../db/events.ts'
import type { Mail } from '../../mail/mailer.ts'

export type Content = Pick<Mail, 'subject' | 'text'>

interface Proof {
  link: string
  /** Six digits that say the same. */
  code: string
}

const orCode = ({ link, code }: Proof) => `${link}

Or type this code where you are asked for it: ${code}`

export function confirmation(proof: Proof): Content {
  return {
    subject: `Confirm your ${BRAND.name} account`,
    text: `Welcome to ${BRAND.name}.

Confirm your e-mail address here, within one hour:
${orCode(proof)}

Did you not sign up? Don’t confirm: someone else chose the account’s password.`,
  }
}

export function recovery(proof: Proof): Content {
  return {
    subject: `Reset your ${BRAND.name} password`,
    text: `Someone, probably you, asked to reset the password of your ${BRAND.name} account.

Choose a new one here, within one hour:
${orCode(proof)}

If it was not you, ignore this mail: your password stays as it is.`,
  }
}

export function signIn(proof: Proof): Content {
  return {
    subject: `Sign in to ${BRAND.name}`,
    text: `Someone, probably you, wants to sign in to ${BRAND.name} with this address.

Sign in here, within one hour:
${orCode(proof)}

If it was not you, ignore this mail, and never tell anybody the code.`,
  }
}

export function newAddress(proof: Proof): Content {
  return {
    subject: `Confirm your new ${BRAND.name} address`,
    text: `Someone, probably you, wants to use this address for a ${BRAND.name} account.

Confirm it here, within one hour:
${orCode(proof)}

Didn’t ask for this? Don’t confirm. The person who asked can sign in to the account.`,
  }
}

export function oldAddress(wanted: string, proof: Proof): Content {
  return {
    subject: `Your ${BRAND.name} account is about to get another address`,
    text: `Someone, probably you, wants to use ${wanted} for your ${BRAND.name} account in place of this address.

Agree here, within one hour:
${orCode(proof)}

If it was not you, do not agree, and change your password.`,
  }
}

export function reauthentication(code: string): Content {
  return {
    subject: `${code} is your ${BRAND.name} code`,
    text: `Type this code within ten minutes to show that it is you: ${code}

If you did not ask for it, someone is signed in to your account: change your password.`,
  }
}

/** For a sign-up with an address that has an account: only the address's owner may learn that. */
export function alreadyRegistered(signInUrl: string): Content {
  return {
    subject: `You already have a ${BRAND.name} account`,
    text: `Someone, probably you, tried to use this address at ${BRAND.name}. It has an account already.

Sign in here; if you forgot the password, you can reset it there:
${signInUrl}

If it was not you, there is nothing to do.`,
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
  phone: 'A phone number as second factor',
  webauthn: 'A security key',
  passkey: 'A passkey',
  recovery_code: 'A set of recovery codes',
}

/** A factor or an identity of a provider came or went. */
export function entranceChanged(
  { kind, what }: Pick<Extract<DomainEvent, { what: string }>, 'kind' | 'what'>,
  settings: string,
): Content {
  const added = kind === 'account.factor_added' || kind === 'account.identity_linked'
  const thing = FACTORS[what] ?? `A sign-in by ${what}`
  return {
    subject: `How you sign in to ${BRAND.name} was changed`,
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
    'Until tomorrow, new devices can’t sign in with a code. The links in our mails still work, and so do your own devices.',
  ],
  factor: [
    'codes of your second factor',
    'The password was right, so change it. Until tomorrow, new devices need a recovery code. Your own devices still work.',
  ],
  password: ['passwords', 'This came from a signed-in device. Sign out all devices, then change your password.'],
}

/** Too many wrong codes or passwords in a day. */
export function guessingStopped(
  { what }: Extract<DomainEvent, { kind: 'account.guessing_stopped' }>,
  settings: string,
): Content {
  const [guessed, next] = GUESSED[what]
  return {
    subject: `Someone is trying to enter your ${BRAND.name} account`,
    text: `Someone entered many wrong ${guessed} for your ${BRAND.name} account today. We stopped it.

${next}

${settings}`,
  }
}

const notYou = (settings: string) => `If it was not you, change your password and sign out all devices here:
${settings}`

export function deletion(dueAt: Date, settings: string): Content {
  return {
    subject: `Your ${BRAND.name} account will be deleted`,
    text: `Your ${BRAND.name} account will be deleted on ${dueAt.toISOString().slice(0, 10)}, with all recordings, microsites and links.

Until then everything works as before, and you can keep the account here:
${settings}

If it was not you who asked for this, keep the account and change your password.`,
  }
}

export function kept(): Content {
  return {
    subject: `Your ${BRAND.name} account stays`,
    text: `Your ${BRAND.name} account will not be deleted: the request was taken back.`,
  }
}
