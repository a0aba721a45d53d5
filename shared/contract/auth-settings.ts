import { z } from 'zod'
import { CAPTCHA_PROVIDERS } from '../captcha.ts'

/** What of the identity service's settings pages need to know. */
export const authSettingsSchema = z.object({
  external: z.object({ phone: z.boolean() }),
  /** Other services that are set up here, with what stands on their buttons. */
  provider_labels: z.record(z.string(), z.string()),
  disable_signup: z.boolean(),
  /** True: no mail is sent, and so no code to sign in with. */
  mailer_autoconfirm: z.boolean(),
  /** Whose captcha goes with what somebody asks for who is not signed in; null: none. */
  captcha_provider: z.enum(CAPTCHA_PROVIDERS).nullable(),
  captcha_site_key: z.string().nullable(),
})
export type AuthSettings = z.infer<typeof authSettingsSchema>

export const AUTH_SETTINGS_PATH = '/auth/v1/settings'
