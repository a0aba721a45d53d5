import type OpenAI from 'openai'
import { Stream } from 'openai/core/streaming'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { z } from 'zod'
import type { AnswerForm } from './answer-form.ts'

export type ChatBody = Omit<ChatCompletionCreateParamsNonStreaming, 'stream' | 'stream_options'>

/** Tokens that one answer used; 0 where the server doesn't say. */
export interface TokenUse {
  inputTokens: number
  outputTokens: number
  /** ms until the answer began; null if it came whole. */
  readMs: number | null
}

/** A server's progress with an answer. */
export interface AnswerProgress {
  /** 0–1, of the question; null: the server doesn't say. */
  read: number | null
  /** Characters of the answer. */
  written: number
}

export interface WholeAnswer {
  content: string
  refusal: string | null
  /** The reason why it ended, as named by the API. */
  finish: string | null
  use: TokenUse
}

const textPart = z.object({ type: z.string(), text: z.string().nullish() })
const contentSchema = z.union([z.string(), z.array(textPart)]).nullish()
const usageSchema = z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish()
const replySchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: contentSchema, refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: usageSchema,
})
const partSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: contentSchema, refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema,
  prompt_progress: z.object({ total: z.number(), processed: z.number() }).nullish(),
})

/** Requests one answer and reads it as it is written; a server that doesn't stream answers whole. */
export async function requestAnswer(
  openai: OpenAI,
  body: ChatBody,
  stream: AnswerForm['stream'],
  { signal, onPart }: { signal: AbortSignal; onPart: (progress: AnswerProgress) => void },
): Promise<WholeAnswer> {
  const from = performance.now()
  const asked = {
    ...body,
    ...(stream !== null && { stream: true as const }),
    ...((stream === 'usage' || stream === 'progress') && { stream_options: { include_usage: true } }),
    ...(stream === 'progress' && { return_progress: true }),
  }
  const response = await openai.chat.completions.create(asked, { signal, maxRetries: 0 }).asResponse()
  if (!/^text\/event-stream/i.test(response.headers.get('content-type') ?? '')) {
    const { usage, choices } = replySchema.parse(await response.json())
    const [choice] = choices
    return {
      content: getText(choice?.message.content),
      refusal: choice?.message.refusal ?? null,
      finish: choice?.finish_reason ?? null,
      use: toUse(usage, null),
    }
  }
  const answer = { content: '', refusal: '', finish: null as string | null, use: toUse(null, null) }
  let readMs: number | null = null
  const controller = new AbortController()
  for await (const part of Stream.fromSSEResponse<unknown>(response, controller)) {
    const { choices, usage, prompt_progress: reading } = partSchema.parse(part)
    const [choice] = choices ?? []
    if (reading) onPart({ read: reading.total === 0 ? null : reading.processed / reading.total, written: 0 })
    if (usage) answer.use = toUse(usage, readMs)
    if (!choice) continue
    answer.content += getText(choice.delta?.content)
    answer.refusal += choice.delta?.refusal ?? ''
    answer.finish = choice.finish_reason ?? answer.finish
    if (reading) continue
    readMs ??= performance.now() - from
    onPart({ read: 1, written: answer.content.length })
  }
  // An aborted stream just ends.
  signal.throwIfAborted()
  return { ...answer, use: { ...answer.use, readMs } }
}

function toUse(usage: z.infer<typeof usageSchema>, readMs: number | null): TokenUse {
  return { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0, readMs }
}

/** Some servers give the content in parts; parts with the model's reasoning are left out. */
function getText(content: z.infer<typeof contentSchema>): string {
  if (!Array.isArray(content)) return content ?? ''
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')
}
