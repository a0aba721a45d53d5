import type OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { z } from 'zod'
import { PermanentFailure } from '../kernel/errors.ts'
import type { JsonRequest } from './client.ts'

const SCHEMA_NAME = 'reply'

/** Asks for an object of the schema; an answer that doesn't fit is shown to the model once, with what is wrong. */
export async function completeJson<T>(openai: OpenAI, request: JsonRequest<T>): Promise<T> {
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: request.system },
    { role: 'user', content: request.user },
  ]
  const first = await ask(openai, request, messages)
  const read = readAnswer(first, request.schema)
  if (read.success) return read.value
  const correction = `This answer cannot be used: ${read.problem}. Answer again, with nothing but JSON that fits the schema.`
  messages.push({ role: 'assistant', content: first.content || '(empty)' }, { role: 'user', content: correction })
  const second = readAnswer(await ask(openai, request, messages), request.schema)
  if (second.success) return second.value
  throw new PermanentFailure(`The AI provider's answer could not be read: ${second.problem}.`)
}

interface Answer {
  content: string
  /** The answer reached the model's limit. */
  cut: boolean
}

async function ask<T>(openai: OpenAI, { model, schema, signal, onUse }: JsonRequest<T>, messages: ChatCompletionMessageParam[]): Promise<Answer> {
  const completion = await openai.chat.completions.create({ model, messages, response_format: zodResponseFormat(schema, SCHEMA_NAME) }, { signal })
  onUse?.({ inputTokens: completion.usage?.prompt_tokens ?? 0, outputTokens: completion.usage?.completion_tokens ?? 0 })
  const choice = completion.choices[0]
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') throw new PermanentFailure('The AI provider declined to analyse this call.')
  return { content: choice?.message.content?.trim() ?? '', cut: choice?.finish_reason === 'length' }
}

type Read<T> = { success: true; value: T } | { success: false; problem: string }

/** Small models like to wrap JSON in a code fence. */
const FENCE = /^\s*```(?:json)?\s*|\s*```\s*$/g

function readAnswer<T>({ content, cut }: Answer, schema: z.ZodType<T>): Read<T> {
  if (content === '') return { success: false, problem: 'it is empty' }
  const read = readJson(content, schema)
  return !read.success && cut ? { success: false, problem: 'it is too long and was cut off; give fewer and shorter entries' } : read
}

function readJson<T>(content: string, schema: z.ZodType<T>): Read<T> {
  try {
    const parsed = schema.safeParse(JSON.parse(content.replace(FENCE, '')))
    return parsed.success ? { success: true, value: parsed.data } : { success: false, problem: z.prettifyError(parsed.error).replace(/\s+/g, ' ') }
  } catch {
    return { success: false, problem: 'it is not JSON' }
  }
}
