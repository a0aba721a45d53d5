import * as z from 'zod/mini'
import { CAPTCHA_PROVIDERS } from '../../captcha.ts'

/** The identity service's settings that pages need. */
export const authSettingsSchema = z.object({
  external: z.object({ phone: z.boolean() }),
  /** Sign-in services configured here, with their button labels. */
  provider_labels: z.record(z.string(), z.string()),
  disable_signup: z.boolean(),
  /** True: no email is sent, so there is no sign-in code. */
  mailer_autoconfirm: z.boolean(),
  /** The captcha provider for requests made while signed out; null: none. */
  captcha_provider: z.nullable(z.enum(CAPTCHA_PROVIDERS)),
  captcha_site_key: z.nullable(z.string()),
})
export type AuthSettings = z.infer<typeof authSettingsSchema>

export const AUTH_SETTINGS_PATH = '/auth/v1/settings'
