import { z } from 'zod'

const model = z.string().trim().max(200)
const address = z
  .url({ protocol: /^https?$/, error: 'Start the address with http:// or https://.' })
  .max(500)
  .refine((url) => !/^\w+:\/*[^/?#]*@/.test(url), 'Remove the name and password from the address. Enter a key instead.')

/**
 * The AI server that recordings and transcripts go to, or null: none. `environment`: the settings of this server name it, and
 * it can't be changed here. Its key is never sent.
 */
export const aiServerSchema = z
  .object({
    from: z.enum(['environment', 'page']),
    base_url: z.string(),
    has_key: z.boolean(),
    /** The models that transcribe and that write recaps; null: it is not used for that. */
    transcribe_model: z.string().nullable(),
    analysis_model: z.string().nullable(),
  })
  .nullable()
export type AiServerView = z.infer<typeof aiServerSchema>

/** Body of PUT /api/engines/ai-server, and of its trial. */
export const aiServerChangeSchema = z.object({
  base_url: address,
  /** Absent: the key that is stored, for the same address only. Empty: the server asks for none. */
  key: z
    .string()
    .trim()
    .max(500)
    .regex(/^[!-~]*$/, 'Keys can only have letters, digits and symbols, no spaces.')
    .optional(),
  /** Empty: it is not used for that. */
  transcribe_model: model,
  analysis_model: model,
})
export type AiServerChange = z.infer<typeof aiServerChangeSchema>

/** What came of one part of a trial; `problem` is a sentence. Null: it is not used for that. */
const attemptSchema = z
  .union([z.object({ text: z.string(), seconds: z.number() }), z.object({ problem: z.string() })])
  .nullable()
export type AiServerAttempt = z.infer<typeof attemptSchema>

/** What the server made of ten seconds of the sample call and of a few lines. Nothing is stored. */
export const aiServerTrialSchema = z.object({
  /** The models it names; empty: it names none. */
  models: z.array(z.string()),
  transcript: attemptSchema,
  recap: attemptSchema,
})
export type AiServerTrial = z.infer<typeof aiServerTrialSchema>

/** AI servers that answer on this machine. */
export const localServersSchema = z.object({
  servers: z.array(
    z.object({
      name: z.string(),
      base_url: z.string(),
      models: z.array(z.string()),
      /** What keeps it from being used as it runs now, in a sentence; null: nothing. */
      problem: z.string().nullable(),
    }),
  ),
})
export type LocalServer = z.infer<typeof localServersSchema>['servers'][number]

export const AI_SERVER_PATHS = {
  server: '/api/engines/ai-server',
  trial: '/api/engines/ai-server/trial',
  localServers: '/api/engines/local-servers',
} as const
