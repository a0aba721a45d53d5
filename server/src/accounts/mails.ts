import { BRAND } from '@callfolio/shared/brand.ts'
import type { Mail } from '../mail/mailer.ts'

type Content = Omit<Mail, 'to'>

export function confirmationMail(link: string): Content {
  return {
    subject: `Confirm your ${BRAND.name} account`,
    text: `Welcome to ${BRAND.name}.

Confirm your e-mail address here, within one hour:
${link}

If you did not sign up, ignore this mail: nobody can enter the account without the link.`,
  }
}

export function recoveryMail(link: string): Content {
  return {
    subject: `Reset your ${BRAND.name} password`,
    text: `Someone, probably you, asked to reset the password of your ${BRAND.name} account.

Choose a new one here, within one hour:
${link}

If it was not you, ignore this mail: your password stays as it is.`,
  }
}

/** For someone who signs up with an address that has an account: only the address's owner may learn that. */
export function alreadyRegisteredMail(signInUrl: string): Content {
  return {
    subject: `You already have a ${BRAND.name} account`,
    text: `Someone, probably you, tried to sign up at ${BRAND.name} with this address. It has an account already.

Sign in here; if you forgot the password, you can reset it there:
${signInUrl}

If it was not you, there is nothing to do.`,
  }
}
