import * as z from 'zod/mini'
import { emailSchema } from './email.ts'
import { nameSchema } from './name.ts'

/** Single-line text: a line break could add a header to the email made from it. */
const line = (max: number) =>
  nameSchema().check(
    z.trim(),
    z.maxLength(max),
    // The description of the API has no place for the flag that \p{Cc} needs.
    // oxlint-disable-next-line no-control-regex
    z.regex(/^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$/, 'Use a single line.'),
  )

/** Body of POST /api/contact. */
export const contactSchema = z.object({
  name: line(200).check(z.minLength(1, 'Enter your name.')),
  email: emailSchema('Enter a valid email address.').check(z.maxLength(320)),
  company: z.optional(line(200)),
  message: z.string().check(z.trim(), z.minLength(1, 'Enter a message.'), z.maxLength(10_000)),
})
export type ContactMessage = z.infer<typeof contactSchema>

/** `delivered` false: this server sends no email, the message is in its operator's outbox. */
export const contactReplySchema = z.object({ success: z.literal(true), delivered: z.boolean() })

/** Available if `contact` is in the capabilities; else 404. */
/** How long a server that sends no email keeps visitors' messages. */
export const CONTACT_KEPT_DAYS = 90

export const CONTACT_PATH = '/api/contact'
