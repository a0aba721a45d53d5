import * as z from 'zod/mini'

const model = z.string().check(z.trim(), z.maxLength(200))
const address = z.url({ protocol: /^https?$/, error: 'Start the address with http:// or https://.' }).check(
  z.maxLength(500),
  z.refine(
    (url) => !/^\w+:\/*[^/?#]*@/.test(url),
    'Remove the name and password from the address. Enter a key instead.',
  ),
)

/**
 * The AI server that gets recordings and transcripts, or null: none. `environment`: it is configured in this server's
 * environment and can't be changed here. Its key is never sent.
 */
export const aiServerSchema = z.nullable(
  z.object({
    from: z.enum(['environment', 'page']),
    base_url: z.string(),
    has_key: z.boolean(),
    /** The models for transcription and for recaps; null: not used for that. */
    transcribe_model: z.nullable(z.string()),
    analysis_model: z.nullable(z.string()),
  }),
)
export type AiServerView = z.infer<typeof aiServerSchema>

/** Body of PUT /api/engines/ai-server, and of its test. */
export const aiServerChangeSchema = z.object({
  base_url: address,
  /** Absent: the stored key, for the same URL only. Empty: the server requires none. */
  key: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(500),
        z.regex(/^[!-~]*$/, 'Keys can only have letters, digits and symbols, no spaces.'),
      ),
  ),
  /** Empty: not used for that. */
  transcribe_model: model,
  analysis_model: model,
})
export type AiServerChange = z.infer<typeof aiServerChangeSchema>

/** Result of one part of a test; `problem` is a sentence. Null: not used for that. */
const attemptSchema = z.nullable(
  z.union([z.object({ text: z.string(), seconds: z.number() }), z.object({ problem: z.string() })]),
)
export type AiServerAttempt = z.infer<typeof attemptSchema>

/** The server's results for ten seconds of the sample call and a few lines. Nothing is stored. */
export const aiServerTrialSchema = z.object({
  /** The models it lists; empty: none. */
  models: z.array(z.string()),
  transcript: attemptSchema,
  recap: attemptSchema,
})
export type AiServerTrial = z.infer<typeof aiServerTrialSchema>

/** AI servers running on this machine. */
export const localServersSchema = z.object({
  servers: z.array(
    z.object({
      name: z.string(),
      base_url: z.string(),
      models: z.array(z.string()),
      /** Why it can't be used in its current state, as a sentence; null: it can. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type LocalServer = z.infer<typeof localServersSchema>['servers'][number]

export const AI_SERVER_PATHS = {
  server: '/api/engines/ai-server',
  trial: '/api/engines/ai-server/trial',
  localServers: '/api/engines/local-servers',
} as const
