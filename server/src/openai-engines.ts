import type { Analyst } from './analysis/analyst.ts'
import { createOpenAiAnalyst } from './analysis/openai.ts'
import type { Config } from './config/config.ts'
import type { Media } from './media/media.ts'
import { createOpenAiClient } from './openai/client.ts'
import { createOpenAiTranscriber } from './transcription/openai.ts'
import type { Transcriber } from './transcription/transcriber.ts'

/** The engines of the AI server that the settings name. Import this only then: its client is a fifth of all that a start loads. */
export function createOpenAiEngines(config: Config, media: Media): { transcriber: Transcriber; analyst: Analyst } {
  const client = createOpenAiClient({ apiKey: config.OPENAI_API_KEY, baseUrl: config.OPENAI_BASE_URL })
  const atOnce = config.OPENAI_AT_ONCE
  return {
    transcriber: createOpenAiTranscriber({
      client,
      media,
      model: config.OPENAI_TRANSCRIBE_MODEL,
      atOnce,
      pricePerMinute: config.OPENAI_TRANSCRIBE_PRICE ?? null,
    }),
    analyst: createOpenAiAnalyst({
      client,
      model: config.OPENAI_ANALYSIS_MODEL,
      atOnce,
      price: config.OPENAI_ANALYSIS_PRICE ?? null,
      secondReading: config.OPENAI_SECOND_READING === 'on',
    }),
  }
}
