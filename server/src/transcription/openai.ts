import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media, TimeRange } from '../media/media.ts'
import type { OpenAiClient } from '../openai/client.ts'
import { severalAtOnce } from '../kernel/several-at-once.ts'
import { givesTimes } from '../openai/transcribe-speech.ts'
import { segmentsOf } from './openai-segments.ts'
import { planSpeechPieces } from './speech-pieces.ts'
import type { TranscribeInput, TranscribeOptions, Transcriber } from './transcriber.ts'

/** Small enough for every model's limit (25 MB; 1400 s) and to be sent again alone; long enough to keep the thread. */
const PIECE_MS = 600_000
/** A model that gives no times is handed short pieces: its text is as exactly timed as its piece is short. */
const UNTIMED_PIECE_MS = 60_000
const AT_ONCE = 3

export interface OpenAiTranscriberParts {
  client: OpenAiClient
  media: Pick<Media, 'silences' | 'cutSpeech'>
  model: string
}

/** Speech recognition by any OpenAI-compatible server. */
export function createOpenAiTranscriber({ client, media, model }: OpenAiTranscriberParts): Transcriber {
  const timed = givesTimes(model)
  return {
    name: 'openai',
    status: async () => ({
      name: 'openai',
      ready: true,
      sends_to: client.host,
      note: timed ? null : `The model ${model} does not tell when words were said; times are exact to about a minute.`,
      cost_ratio: 0.1,
    }),
    transcribe: async (input, options) => {
      const silences = await media.silences(input.wavPath, { signal: options.signal })
      const pieces = planSpeechPieces(input.durationMs, silences, timed ? PIECE_MS : UNTIMED_PIECE_MS)
      let doneMs = 0
      const heard = await severalAtOnce(pieces, AT_ONCE, options.signal, async (piece, index, signal) => {
        const reply = await hear(piece, index, input, { ...options, signal })
        doneMs += piece.endMs - piece.startMs
        options.onProgress(doneMs)
        return { language: codeOf(reply.language), segments: segmentsOf(reply, piece) }
      })
      const segments = heard.flatMap((piece) => piece.segments).map((segment, index) => ({ id: `s${index + 1}`, ...segment }))
      const language = input.language ?? heard.find((piece) => piece.language !== null)?.language ?? null
      const notice = segments.length === 0 ? 'No speech was found in this recording.' : null
      return { segments, info: { source: 'openai', draft: false, language, notice } }
    },
  }

  async function hear(piece: TimeRange, index: number, { wavPath, workFolder, language }: TranscribeInput, { signal }: TranscribeOptions) {
    const path = join(workFolder, `speech-${index}.mp3`)
    try {
      await media.cutSpeech(wavPath, piece, path, { signal })
      return await client.transcribe({ path, model, language, prompt: null, signal })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Whisper names languages in words ("english"); only a code is kept. */
function codeOf(language: string | null): string | null {
  return language !== null && /^[a-z]{2,3}$/i.test(language) ? language.toLowerCase() : null
}
