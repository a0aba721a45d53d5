import { z } from 'zod'

/** An engine this server can use, or could: `sends_to` names where audio or text goes, null when it stays here. */
export const engineStatusSchema = z.object({
  name: z.string(),
  ready: z.boolean(),
  sends_to: z.string().nullable(),
  /** What it can't do, or what is missing for it, in one sentence. */
  note: z.string().nullable(),
  /** Seconds of work per second of audio, for the estimate; 0 when negligible. */
  cost_ratio: z.number(),
  /** What an hour of call asks of the engine's model; absent where none is asked. */
  hour: z
    .object({
      model: z.string(),
      /** Tokens read and written; null for sound, which is counted by the minute. */
      tokens: z.number().int().nullable(),
      /** What even the shortest call takes of them. */
      least_tokens: z.number().int().optional(),
      /** US dollars by the prices that the operator set; null where none is set. */
      dollars: z.number().nullable(),
      /** True: the model is asked a second time whether its claims hold, and the figures count that. */
      second_reading: z.boolean().optional(),
    })
    .optional(),
})
export type EngineStatus = z.infer<typeof engineStatusSchema>

/** What this server can do, for the screens that must not promise more. */
export const capabilitiesSchema = z.object({
  transcribers: z.array(engineStatusSchema),
  analysts: z.array(engineStatusSchema),
  /** False: no SMTP server is set, mails stay in the operator's outbox folder. */
  sends_mail: z.boolean(),
  sample_call: z.boolean(),
  /** False: the operator set no contact address, and the form is not offered. */
  contact: z.boolean(),
  /** Who runs this server, in the operator's own words; null when none were given. */
  operator: z.string().nullable(),
  /** How soon a message is answered: "24 hours". */
  answer_time: z.string(),
  max_upload_bytes: z.number().int(),
  /** Hosted checkout links of what can be bought; absent where nothing can. */
  checkout: z.object({ pro_monthly: z.url(), pro_yearly: z.url() }).partial().optional(),
  /** False: this server can't open a billing portal. */
  portal: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

export const CAPABILITIES_PATH = '/api/capabilities'
