import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { prefetch, severalAtOnce } from '../kernel/concurrency.ts'
import type { Media, TimeRange } from '../media/media.ts'
import type { OpenAiClient } from '../openai/client.ts'
import { givesTimes, speechReplySchema, type SpeechReply } from '../openai/transcribe-speech.ts'
import { NO_SPEECH_NOTICE, withoutText } from './no-text.ts'
import { joinPieces } from './join-pieces.ts'
import { withoutLoneWords } from './lone-words.ts'
import { getSegments } from './openai-segments.ts'
import { planSpeechPieces } from './speech-pieces.ts'
import type { TranscribeInput, Transcriber } from './transcriber.ts'

/** Short enough for every model's limit (25 MB; 1400 s) and for separate retries; long enough for context. */
const PIECE_MS = 600_000
/** A model without times gets short pieces: the timing of its text is as precise as the piece is short. */
const UNTIMED_PIECE_MS = 60_000
/** Where a cut falls into speech, both pieces overlap by this much beyond it. */
const OVERLAP_MS = 3_000
/** Characters of the prompt, of which a model reads about 224 tokens: the call's subject, and the last words said. */
const HINT_CHARACTERS = 300
const CARRIED_CHARACTERS = 400

const rememberedSchema = z.object({ model: z.string(), language: z.string().nullable(), reply: speechReplySchema })

export interface OpenAiTranscriberParts {
  client: OpenAiClient
  media: Pick<Media, 'silences' | 'cutSpeech'>
  model: string
  /** Maximum concurrent requests. */
  atOnce: number
  /** US dollars per minute of audio; null when the operator set none. */
  pricePerMinute?: number | null
}

interface TranscribedPiece {
  piece: SpeechPiece
  reply: SpeechReply
}

/** Its range in the recording, and the larger range of audio that is sent. */
interface SpeechPiece extends TimeRange {
  sound: TimeRange
}

/** A piece to transcribe: cut now, or known from an earlier attempt. */
interface ReadyPiece {
  piece: SpeechPiece
  known: SpeechReply | null
}

/** Speech recognition by any OpenAI-compatible server. */
export function createOpenAiTranscriber({
  client,
  media,
  model,
  atOnce,
  pricePerMinute = null,
}: OpenAiTranscriberParts): Transcriber {
  const timed = givesTimes(model)
  return {
    name: 'openai',
    status: async () => ({
      name: 'openai',
      ready: true,
      sends_to: client.host,
      note: timed ? null : `The model ${model} returns no word timestamps, so times are accurate to about a minute.`,
      cost_ratio: 0.1,
      hour: { model, tokens: null, dollars: pricePerMinute === null ? null : pricePerMinute * 60 },
    }),
    transcribe: async (input, options) => {
      const silences = await media.silences(input.wavPath, { signal: options.signal })
      const planned = planSpeechPieces(input.durationMs, silences, timed ? PIECE_MS : UNTIMED_PIECE_MS, atOnce)
      const pieces = planned.map((piece) => ({ ...piece, sound: timed ? widened(piece, silences, input) : piece }))
      let doneMs = 0
      const onPiece = (piece: TimeRange) => options.onProgress((doneMs += piece.endMs - piece.startMs))
      // Neighbors share a lane, so that each piece gets the end of the one before it.
      const lanes = splitEvenly(pieces, atOnce)
      const heard = (
        await severalAtOnce(lanes, atOnce, options.signal, (lane, _, signal) =>
          transcribeLane(lane, input, { signal, onPiece }),
        )
      ).flat()
      const lines = joinPieces(
        heard.map(({ reply, piece }) => ({
          piece,
          lines: getSegments(reply, piece.sound, within(piece.sound, silences), input.hints),
        })),
      )
      const spoken = await withoutLoneWords(lines, { wavPath: input.wavPath, silences })
      const segments = spoken.map((segment, index) => ({ id: `s${index + 1}`, ...segment }))
      if (segments.length === 0) return withoutText(NO_SPEECH_NOTICE)
      const language =
        input.language ?? heard.map(({ reply }) => getCode(reply.language)).find((code) => code !== null) ?? null
      return { segments, info: { source: 'openai', draft: TRANSCRIBERS.openai.draft, language, notice: null } }
    },
  }

  /** Cuts the next piece while the service transcribes one. */
  async function transcribeLane(
    pieces: readonly SpeechPiece[],
    input: TranscribeInput,
    { signal, onPiece }: { signal: AbortSignal; onPiece: (piece: TimeRange) => void },
  ): Promise<TranscribedPiece[]> {
    const heard: TranscribedPiece[] = []
    try {
      for await (const ready of prefetch(pieces, (piece) => makeReady(piece, input, signal))) {
        signal.throwIfAborted()
        heard.push({
          piece: ready.piece,
          reply:
            ready.known ??
            (await transcribePiece(
              ready,
              heard.at(-1)?.reply.text ?? precedingText(ready.piece, input),
              input,
              signal,
            )),
        })
        onPiece(ready.piece)
      }
    } finally {
      await Promise.all(pieces.map((piece) => rm(getPath(piece, input), { force: true })))
    }
    return heard
  }

  /** Reuses a piece that was transcribed in an earlier attempt. */
  async function makeReady(piece: SpeechPiece, input: TranscribeInput, signal: AbortSignal): Promise<ReadyPiece> {
    const remembered = rememberedSchema.safeParse(await input.memory.recall(getName(piece)))
    const known =
      remembered.success && remembered.data.model === model && remembered.data.language === input.language
        ? remembered.data.reply
        : null
    if (known === null) await media.cutSpeech(input.wavPath, piece.sound, getPath(piece, input), { signal })
    return { piece, known }
  }

  async function transcribePiece(
    { piece }: ReadyPiece,
    before: string,
    input: TranscribeInput,
    signal: AbortSignal,
  ): Promise<SpeechReply> {
    const path = getPath(piece, input)
    const { language, hints } = input
    const reply = await client.transcribe({ path, model, language, prompt: getPrompt(hints, before), signal })
    await rm(path, { force: true })
    await input.memory.remember(getName(piece), { model, language, reply } satisfies z.infer<typeof rememberedSchema>)
    return reply
  }
}

/** A lane's first piece only has the context of the whole audio. */
function precedingText({ startMs }: TimeRange, { before = '' }: TranscribeInput): string {
  return startMs === 0 ? before : ''
}

function getName({ sound: { startMs, endMs } }: SpeechPiece): string {
  return `openai-${startMs}-${endMs}`
}

/** Adds audio beyond each cut that does not fall into a silence, because it cuts a word. */
function widened(
  { startMs, endMs }: TimeRange,
  silences: readonly TimeRange[],
  { durationMs }: TranscribeInput,
): TimeRange {
  const isQuiet = (ms: number) => silences.some((silence) => silence.startMs < ms && ms < silence.endMs)
  return {
    startMs: isQuiet(startMs) ? startMs : Math.max(0, startMs - OVERLAP_MS),
    endMs: isQuiet(endMs) ? endMs : Math.min(durationMs, endMs + OVERLAP_MS),
  }
}

function within({ startMs, endMs }: TimeRange, silences: readonly TimeRange[]): TimeRange[] {
  return silences.filter((silence) => silence.startMs < endMs && silence.endMs > startMs)
}

function getPath(piece: SpeechPiece, { workFolder }: TranscribeInput): string {
  return join(workFolder, `${getName(piece)}.mp3`)
}

/** The last words said come last, as a model reads the end of a long prompt. */
function getPrompt(hints: string | null, before: string): string | null {
  const carried = before.slice(-CARRIED_CHARACTERS).replace(before.length > CARRIED_CHARACTERS ? /^\S*\s+/ : /^/, '')
  return [hints?.slice(0, HINT_CHARACTERS) ?? '', carried].filter((part) => part.trim() !== '').join(' ') || null
}

/** Runs of neighbors, as equal in number as possible; at most `count`. */
function splitEvenly<T>(items: readonly T[], count: number): T[][] {
  const lanes = Math.min(count, items.length)
  return Array.from({ length: lanes }, (_, lane) =>
    items.slice(Math.ceil((lane * items.length) / lanes), Math.ceil(((lane + 1) * items.length) / lanes)),
  )
}

/** Whisper names languages in words ("english"); only a code is kept. */
function getCode(language: string | null): string | null {
  return language !== null && /^[a-z]{2,3}$/i.test(language) ? language.toLowerCase() : null
}
