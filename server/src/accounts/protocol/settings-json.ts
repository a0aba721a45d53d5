import type { Accounts } from '../accounts.ts'

/** The settings of this identity service, in its clients' format. */
export function getSettings({
  signup,
  mailer,
  sms,
  guests,
  providers,
  wallets,
  captcha,
}: Pick<Accounts, 'signup' | 'mailer' | 'sms' | 'guests' | 'providers' | 'wallets' | 'captcha'>) {
  return {
    external: {
      anonymous_users: guests,
      email: true,
      phone: sms.sends,
      ...Object.fromEntries(providers.map(({ name }) => [name, true])),
      ...Object.fromEntries(wallets.map((chain) => [`web3_${chain}`, true])),
    },
    /** The labels of the buttons, an extra field for the web app. */
    provider_labels: Object.fromEntries(providers.map(({ name, label }) => [name, label])),
    disable_signup: signup === 'closed',
    mailer_autoconfirm: !mailer.sends,
    phone_autoconfirm: false,
    sms_provider: sms.sends ? 'twilio' : '',
    /** Null: none is required. */
    captcha_provider: captcha?.provider ?? null,
    captcha_site_key: captcha?.siteKey ?? null,
    saml_enabled: providers.some(({ sso }) => sso),
  }
}
