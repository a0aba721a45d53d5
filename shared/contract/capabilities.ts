import * as z from 'zod/mini'

/** An engine this server uses or could use: `sends_to` is the host that gets audio or text, null if it stays here. */
export const engineStatusSchema = z.object({
  name: z.string(),
  ready: z.boolean(),
  sends_to: z.nullable(z.string()),
  /** Its limits, or what is missing to use it, in one sentence. */
  note: z.nullable(z.string()),
  /** Seconds of processing per second of audio, for the estimate; 0 when negligible. */
  cost_ratio: z.number(),
  /** Model usage per hour of call; absent if no model is used. */
  hour: z.optional(
    z.object({
      model: z.string(),
      /** Input and output tokens; null for audio, which is billed by the minute. */
      tokens: z.nullable(z.int()),
      /** The minimum, for even the shortest call. */
      least_tokens: z.optional(z.int()),
      /** US dollars at the operator's prices; null if no price is set. */
      dollars: z.nullable(z.number()),
      /** True: the model verifies its claims in a second pass, which the figures include. */
      second_reading: z.optional(z.boolean()),
    }),
  ),
})
export type EngineStatus = z.infer<typeof engineStatusSchema>

/** What this server supports, so that screens don't promise more. */
export const capabilitiesSchema = z.object({
  transcribers: z.array(engineStatusSchema),
  analysts: z.array(engineStatusSchema),
  /** False: no SMTP server is configured; emails stay in the operator's outbox folder. */
  sends_mail: z.boolean(),
  sample_call: z.boolean(),
  /** False: the operator set no contact address, so the form is hidden. */
  contact: z.boolean(),
  /** The operator's description of who runs this server; null if not given. */
  operator: z.nullable(z.string()),
  /** Response time for messages: "24 hours". */
  answer_time: z.string(),
  max_upload_bytes: z.int(),
  /** Hosted checkout links of the plans for sale; absent if there are none. */
  checkout: z.optional(z.partial(z.object({ pro_monthly: z.url(), pro_yearly: z.url() }))),
  /** False: this server can't open a billing portal. */
  portal: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

export const CAPABILITIES_PATH = '/api/capabilities'
