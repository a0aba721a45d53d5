import type { Accounts } from './accounts.ts'

/** What this identity service offers, in the form that its clients know. */
export function settingsOf({
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
    /** What stands on the buttons, which the web app reads besides. */
    provider_labels: Object.fromEntries(providers.map(({ name, label }) => [name, label])),
    disable_signup: signup === 'closed',
    mailer_autoconfirm: !mailer.sends,
    phone_autoconfirm: false,
    sms_provider: sms.sends ? 'twilio' : '',
    /** Null: none is asked for. */
    captcha_provider: captcha?.provider ?? null,
    captcha_site_key: captcha?.siteKey ?? null,
    saml_enabled: providers.some(({ sso }) => sso),
  }
}
