import type OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { z } from 'zod'
import { PermanentFailure } from '../kernel/errors.ts'
import { lesserForm, type AnswerForm } from './answer-form.ts'
import { readAnswer, type Read } from './read-answer.ts'
import { requestAnswer, type AnswerProgress, type ChatBody, type TokenUse } from './request-answer.ts'
import { withRetries, type Patience } from './requests.ts'

const SCHEMA_NAME = 'reply'
/** Several times what a recap takes; reasoning models count their reasoning too. */
const MOST_ANSWER_TOKENS = 12_000

export interface JsonRequest<T> {
  model: string
  system: string
  user: string
  /** An object schema in which every property is required (nullable, not optional). */
  schema: z.ZodType<T>
  /** Corrects common mistakes of models before an answer is validated. */
  tidy?: (value: unknown) => unknown
  signal: AbortSignal
  /** Called for each paid answer, including unusable ones. */
  onUse?: (use: TokenUse) => void
  /** Called about every second during the wait for a busy server, with the remaining ms; with 0 at its end. */
  onWait?: (leftMs: number) => void
  /** Called for each part of an answer. */
  onProgress?: (progress: AnswerProgress) => void
}

export interface ChatServer {
  openai: OpenAI
  patience: Patience
  /** ms before the second attempt of a request, if the server names no time. */
  firstWaitMs: number
  /** The form that is tried first. */
  firstForm: AnswerForm
  /** The form of requests that each model was found to accept. */
  forms: Map<string, AnswerForm>
}

/** Requests an object of the schema; an answer that doesn't fit is sent back to the model once, with the problem. */
export async function completeJson<T>(server: ChatServer, request: JsonRequest<T>): Promise<T> {
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: request.system },
    { role: 'user', content: request.user },
  ]
  const first = await ask(server, request, messages)
  const read = readWhole(first, request)
  if (read.success) return read.value
  const correction = `This answer cannot be used: ${read.problem}. Answer again, with nothing but JSON that fits the schema.`
  messages.push({ role: 'assistant', content: first.content || '(empty)' }, { role: 'user', content: correction })
  const second = readWhole(await ask(server, request, messages), request)
  if (second.success) return second.value
  throw new PermanentFailure('ai_unreadable', undefined, { cause: new Error(second.problem) })
}

interface Answer {
  content: string
  /** The answer reached the model's limit. */
  cut: boolean
}

function readWhole<T>({ content, cut }: Answer, { schema, tidy }: JsonRequest<T>): Read<T> {
  if (content === '') return { success: false, problem: 'it is empty' }
  const read = readAnswer(content, schema, tidy)
  return !read.success && cut
    ? { success: false, problem: 'it is too long and was cut off; give fewer and shorter entries' }
    : read
}

/** Sends the request in the fullest form that the server accepts, and caches that form. */
async function ask<T>(
  server: ChatServer,
  request: JsonRequest<T>,
  messages: readonly ChatCompletionMessageParam[],
): Promise<Answer> {
  let form = server.forms.get(request.model) ?? server.firstForm
  for (;;) {
    try {
      const answer = await askIn(form, server, request, messages)
      server.forms.set(request.model, form)
      return answer
    } catch (error) {
      const lesser = error instanceof PermanentFailure ? lesserForm(form, error.cause) : null
      if (lesser === null) throw error
      form = lesser
    }
  }
}

async function askIn<T>(
  form: AnswerForm,
  { openai, patience, firstWaitMs }: ChatServer,
  request: JsonRequest<T>,
  messages: readonly ChatCompletionMessageParam[],
): Promise<Answer> {
  const { model, schema, onUse, onWait, onProgress } = request
  const format = zodResponseFormat(schema, SCHEMA_NAME)
  const body: ChatBody = {
    model,
    messages: form.format === 'schema' ? [...messages] : withSchemaInWords(messages, format.json_schema.schema),
    ...(form.limit !== null && { [form.limit]: MOST_ANSWER_TOKENS }),
    ...(form.format === 'schema' && { response_format: format }),
    ...(form.format === 'json' && { response_format: { type: 'json_object' as const } }),
  }
  // Retries are made here, so that they are limited and waits are reported.
  const { content, refusal, finish, use } = await withRetries(
    (signal, onPart) =>
      requestAnswer(openai, body, form.stream, {
        signal,
        onPart: (progress) => {
          onPart()
          onProgress?.(progress)
        },
      }),
    { signal: request.signal, patience, firstWaitMs, onWait },
  )
  onUse?.(use)
  if (refusal || finish === 'content_filter')
    throw new PermanentFailure('ai_refused', 'The AI server declined to analyze this call.')
  return { content: content.trim(), cut: finish === 'length' }
}

function withSchemaInWords(
  [system, ...rest]: readonly ChatCompletionMessageParam[],
  schema: unknown,
): ChatCompletionMessageParam[] {
  const words = `Answer with one JSON object and nothing else: no prose, no code fence. It has to fit this JSON schema:\n${JSON.stringify(schema)}`
  return [
    { role: 'system', content: `${typeof system?.content === 'string' ? system.content : ''}\n${words}` },
    ...rest,
  ]
}
