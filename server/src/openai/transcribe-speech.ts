import { openAsBlob } from 'node:fs'
import { APIError, type OpenAI } from 'openai'
import { z } from 'zod'

export interface SpeechRequest {
  /** An MP3 of at most 25 MB. */
  path: string
  model: string
  /** BCP 47 tag, or null: unknown. */
  language: string | null
  /** Words that help the recognizer (names, terms); null: none. */
  prompt: string | null
  signal: AbortSignal
}

const time = z.number().nonnegative()

/** A transcription; times in seconds from the start of the file sent. */
export const speechReplySchema = z.object({
  text: z.string(),
  /** As the server names it: a code or a word ("en", "english"); null when it doesn't say. */
  language: z.string().nullable(),
  segments: z.array(z.object({ start: time, end: time, text: z.string() })),
  words: z.array(z.object({ start: time, end: time, word: z.string() })),
})
export type SpeechReply = z.infer<typeof speechReplySchema>

/** Compatible servers omit what they don't compute. */
const replySchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z
    .array(
      z.object({
        start: time,
        end: time,
        text: z.string(),
        no_speech_prob: z.number().nullish(),
        avg_logprob: z.number().nullish(),
        compression_ratio: z.number().nullish(),
      }),
    )
    .nullish(),
  words: z.array(z.object({ start: time, end: time, word: z.string() })).nullish(),
})

type ReplySegment = NonNullable<z.infer<typeof replySchema>['segments']>[number]

/** A phrase said three times in a row. */
const REPEATED = /(.{2,80}?)(?:[\s,.!?]+\1){2,}/iu

/** True when the model's response has times; the gpt-*-transcribe models give text only. */
export function givesTimes(model: string): boolean {
  return !isTextModel(model)
}

/** The speech recognition of a server. */
export interface SpeechServer {
  openai: OpenAI
  /** Models that refused word times. */
  untimedWords: Set<string>
}

/** Sends one file to `/audio/transcriptions`; if that is refused, retries once without word times. */
export async function transcribeSpeech(server: SpeechServer, request: SpeechRequest): Promise<SpeechReply> {
  const { model } = request
  if (server.untimedWords.has(model) || !givesTimes(model) || isDiarizing(model)) return send(server, request, false)
  try {
    return await send(server, request, true)
  } catch (refusal) {
    if (!(refusal instanceof APIError) || (refusal.status !== 400 && refusal.status !== 422)) throw refusal
    // The first refusal is more informative when it was about something else.
    const reply = await send(server, request, false).catch((error: unknown) => {
      throw error instanceof APIError && error.status === refusal.status ? refusal : error
    })
    server.untimedWords.add(model)
    return reply
  }
}

async function send(
  { openai }: SpeechServer,
  { path, model, language: tag, prompt, signal }: SpeechRequest,
  timesWords: boolean,
): Promise<SpeechReply> {
  const file = new File([await openAsBlob(path, { type: 'audio/mpeg' })], 'speech.mp3', { type: 'audio/mpeg' })
  const language = tag?.split('-')[0]?.toLowerCase()
  const reply: unknown = await openai.audio.transcriptions.create(
    {
      file,
      model,
      ...(language?.length === 2 ? { language } : {}),
      ...(prompt === null || isDiarizing(model) ? {} : { prompt }),
      ...formatFor(model),
      ...(timesWords ? { timestamp_granularities: ['word', 'segment'] as ('word' | 'segment')[] } : {}),
    },
    { signal },
  )
  return readReply(reply)
}

function formatFor(model: string) {
  if (isDiarizing(model)) return { response_format: 'diarized_json', chunking_strategy: 'auto' } as const
  return { response_format: isTextModel(model) ? 'json' : 'verbose_json' } as const
}

function isDiarizing(model: string): boolean {
  return model.includes('diarize')
}

function isTextModel(model: string): boolean {
  return /^gpt-.*transcribe/.test(model) && !isDiarizing(model)
}

function readReply(reply: unknown): SpeechReply {
  const { text, language, segments, words } = replySchema.parse(reply)
  const [invented, spoken] = [segments?.filter(isInvented) ?? [], segments?.filter((line) => !isInvented(line)) ?? []]
  return {
    text: text.trim(),
    language: language ?? null,
    segments: spoken,
    words: (words ?? []).filter(({ start, end }) => {
      const middle = (start + end) / 2
      return !invented.some((line) => line.start <= middle && middle < line.end)
    }),
  }
}

/**
 * Both signs together indicate words that Whisper invented over silence; text in a loop has a higher compression ratio.
 */
function isInvented({ text, no_speech_prob, avg_logprob, compression_ratio }: ReplySegment): boolean {
  if ((no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1) return true
  return (compression_ratio ?? 0) > 2.4 && REPEATED.test(text)
}
