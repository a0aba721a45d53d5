import { resolve } from 'node:path'
import { z } from 'zod'
import type { AnalystName, DiariserName, SpeechEngine } from '@callfolio/shared/engines.ts'
import { isPrivateName } from '@callfolio/shared/private-name.ts'
import { EXTRACTIVE } from '../analysis/extractive/identity.ts'
import { httpUrl, word, type Settings } from '../kernel/setting.ts'
import type { OpenAiClient } from '../openai/client.ts'
import type { Patience } from '../openai/requests.ts'
import { findProgram } from '../process/find-program.ts'
import type { Diariser } from '../speakers/diariser.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { analyst, diariser, transcriber, type AnalystEngine, type Engine } from './engine.ts'

const aiServer = {
  OPENAI_API_KEY: word
    .optional()
    .describe(
      'An OpenAI-compatible server for better transcripts and recaps. Either setting turns it on; a server in your own network may not need a key.',
    ),
  OPENAI_BASE_URL: httpUrl.optional().describe('Default: https://api.openai.com/v1'),
  OPENAI_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(32)
    .optional()
    .describe(
      'Concurrent requests per recording, for transcription and for the recap. Each process works on several recordings at once. Default: 3, or 1 for a server on this machine or in a private network.',
    ),
}
type AiServer = z.output<z.ZodObject<typeof aiServer>>

const needsAiServer = {
  what: 'OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own',
  isMet: ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }: AiServer) => key !== undefined || url !== undefined,
}

/** A model on a CPU answers several requests no sooner than one after the other, and the last one waits for all. */
function getAtOnce({ OPENAI_AT_ONCE: atOnce }: AiServer, { isPrivate }: Pick<OpenAiClient, 'isPrivate'>): number {
  return atOnce ?? (isPrivate ? 1 : 3)
}

function seconds(usual: number) {
  return z.coerce.number().int().min(1).max(86_400).default(usual)
}

/** Two numbers of US dollars. */
const tokenPrice = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must be two prices like 0.15/0.60')
  .transform((prices) => prices.split('/').map(Number))
  .transform(([input = 0, output = 0]) => ({ input, output }))

/** Limits how long a job waits for an analyst with a remote model, or one on the private network. */
const LONGEST_ANALYSIS_MS = 30 * 60_000
const LONGEST_PRIVATE_ANALYSIS_MS = 4 * 3_600_000
/** The recap model limits its time by the call's length; this limit only has to be longer. */
const LONGEST_LOCAL_ANALYSIS_MS = 12 * 3_600_000

/** How each transcriber is created. */
export const transcribers = {
  openai: transcriber({
    settings: {
      ...aiServer,
      OPENAI_TRANSCRIBE_MODEL: word.default('whisper-1').describe('Transcription model.'),
      OPENAI_TRANSCRIBE_PRICE: z.coerce
        .number('must be a number of US dollars')
        .nonnegative()
        .optional()
        .describe(
          'Price of a minute of audio in US dollars, such as 0.006, for the estimate before an upload. Without it, no cost is shown.',
        ),
    },
    needs: needsAiServer,
    async create(settings, { media }) {
      const { createOpenAiTranscriber } = await import('../transcription/openai.ts')
      const client = await openClient(settings)
      return createOpenAiTranscriber({
        client,
        media,
        model: settings.OPENAI_TRANSCRIBE_MODEL,
        atOnce: getAtOnce(settings, client),
        pricePerMinute: settings.OPENAI_TRANSCRIBE_PRICE ?? null,
      })
    },
  }),
  sherpa: transcriber({
    about: 'models on this server',
    settings: {},
    create: async (_, parts) => (await import('../sherpa/transcriber.ts')).createSherpaTranscriber(parts),
  }),
  sphinx: transcriber({
    about: 'a draft, English only',
    settings: {},
    async create(_, { media }) {
      const { createSphinxTranscriber } = await import('../transcription/sphinx.ts')
      return createSphinxTranscriber({ program: await findProgram('pocketsphinx_batch'), media })
    },
  }),
} satisfies Record<SpeechEngine, Engine<Settings, Transcriber>>

/** How each diariser is created. */
export const diarisers = {
  sherpa: diariser({
    settings: {},
    create: async (_, parts) => (await import('../sherpa/diariser.ts')).createSherpaDiariser(parts),
  }),
  clustering: diariser({
    settings: {},
    create: async (_, { tasks }) =>
      (await import('../speakers/clustering.ts')).createClusteringDiariser((input, signal) =>
        tasks.run('voiceTurns', { ...input, wavPath: resolve(input.wavPath) }, { signal, soundMs: input.durationMs }),
      ),
  }),
} satisfies Record<DiariserName, Engine<Settings, Diariser>>

/** How each analyst is created. */
export const analysts = {
  openai: analyst({
    settings: {
      ...aiServer,
      OPENAI_ANALYSIS_MODEL: word.default('gpt-4o-mini').describe('Recap model.'),
      OPENAI_ANALYSIS_PRICE: tokenPrice
        .optional()
        .describe(
          'Price of a million input/output tokens in US dollars, such as 0.15/0.60, for the estimate before an upload. Without it, only tokens are shown.',
        ),
      OPENAI_WINDOW_CHARACTERS: z.coerce
        .number()
        .int()
        .min(2000)
        .max(1_000_000)
        .default(30_000)
        .describe(
          'Maximum transcript characters per request. For a server in a private network, at most what it reads in about two minutes.',
        ),
      OPENAI_FIRST_TOKEN_SECONDS: seconds(15 * 60).describe('Timeout until the response starts.'),
      OPENAI_NEXT_TOKEN_SECONDS: seconds(60).describe('Timeout between tokens.'),
      OPENAI_SECOND_READING: z
        .enum(['on', 'off'])
        .default('on')
        .describe(
          'on: the model checks and corrects every item of its recap, for about two thirds more tokens. off: only items that fail our checks.',
        ),
    },
    needs: needsAiServer,
    limitMs: ({ OPENAI_BASE_URL: url }) =>
      url !== undefined && isPrivateName(new URL(url).hostname) ? LONGEST_PRIVATE_ANALYSIS_MS : LONGEST_ANALYSIS_MS,
    async create(settings, { tasks }) {
      const { createOpenAiAnalyst } = await import('../analysis/models/openai.ts')
      const client = await openClient(settings, {
        firstMs: settings.OPENAI_FIRST_TOKEN_SECONDS * 1000,
        nextMs: settings.OPENAI_NEXT_TOKEN_SECONDS * 1000,
      })
      return createOpenAiAnalyst({
        client,
        windowCharacters: settings.OPENAI_WINDOW_CHARACTERS,
        model: settings.OPENAI_ANALYSIS_MODEL,
        atOnce: getAtOnce(settings, client),
        price: settings.OPENAI_ANALYSIS_PRICE ?? null,
        secondReading: settings.OPENAI_SECOND_READING === 'on',
        check: (input, signal) => tasks.run('findFaults', input, { signal }),
      })
    },
  }),
  llama: analyst({
    about: 'a recap model on this machine, minutes for each call',
    settings: {},
    limitMs: () => LONGEST_LOCAL_ANALYSIS_MS,
    create: async (_, parts) => (await import('../analysis/models/llama.ts')).createLlamaAnalyst(parts),
  }),
  extractive: analyst({
    about: 'no model, nothing leaves this machine',
    settings: {},
    create: async (_, { tasks }) => ({
      ...EXTRACTIVE,
      async analyse(input, { signal, onProgress }) {
        const draft = await tasks.run('extract', input, { signal })
        onProgress(1)
        return draft
      },
    }),
  }),
} satisfies Record<AnalystName, AnalystEngine<Settings>>

/** Its library is a fifth of all code loaded at the start. */
async function openClient(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl }: AiServer,
  patience: Partial<Patience> = {},
): Promise<OpenAiClient> {
  return (await import('../openai/client.ts')).createOpenAiClient({ apiKey, baseUrl, patience })
}
