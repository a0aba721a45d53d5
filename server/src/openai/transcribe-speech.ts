import { openAsBlob } from 'node:fs'
import type OpenAI from 'openai'
import { z } from 'zod'

export interface SpeechRequest {
  /** An MP3 of at most 25 MB. */
  path: string
  model: string
  /** BCP 47 tag, or null: unknown. */
  language: string | null
  /** Words that help the recogniser (names, terms); null: none. */
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

/** Compatible servers leave out what they don't compute. */
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
      }),
    )
    .nullish(),
  words: z.array(z.object({ start: time, end: time, word: z.string() })).nullish(),
})

/** True when the model's reply has times; the gpt-*-transcribe models give text only. */
export function givesTimes(model: string): boolean {
  return !isTextModel(model)
}

/** Sends one file to `/audio/transcriptions`. */
export async function transcribeSpeech(openai: OpenAI, request: SpeechRequest): Promise<SpeechReply> {
  const { path, model, prompt, signal } = request
  const file = new File([await openAsBlob(path, { type: 'audio/mpeg' })], 'speech.mp3', { type: 'audio/mpeg' })
  const language = request.language?.split('-')[0]?.toLowerCase()
  const diarizes = model.includes('diarize')
  const reply: unknown = await openai.audio.transcriptions.create(
    {
      file,
      model,
      ...(language?.length === 2 ? { language } : {}),
      ...(prompt === null || diarizes ? {} : { prompt }),
      ...formatFor(model, diarizes),
    },
    { signal },
  )
  return readReply(reply)
}

function formatFor(model: string, diarizes: boolean) {
  if (diarizes) return { response_format: 'diarized_json', chunking_strategy: 'auto' } as const
  if (isTextModel(model)) return { response_format: 'json' } as const
  return {
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'] as ('word' | 'segment')[],
  } as const
}

function isTextModel(model: string): boolean {
  return /^gpt-.*transcribe/.test(model) && !model.includes('diarize')
}

function readReply(reply: unknown): SpeechReply {
  const { text, language, segments, words } = replySchema.parse(reply)
  return {
    text: text.trim(),
    language: language ?? null,
    // Both signs together are how Whisper marks words it made up over silence.
    segments: (segments ?? []).filter(
      (segment) => !((segment.no_speech_prob ?? 0) > 0.6 && (segment.avg_logprob ?? 0) < -1),
    ),
    words: words ?? [],
  }
}
