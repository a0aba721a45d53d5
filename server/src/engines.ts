import type { Capabilities, EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { AnalystName } from '@callfolio/shared/engines.ts'
import type { Analyst } from './analysis/analyst.ts'
import { createExtractiveAnalyst } from './analysis/extractive.ts'
import { createLlamaAnalyst } from './analysis/llama.ts'
import { withFallback } from './analysis/with-fallback.ts'
import { withLimits } from './analysis/with-limits.ts'
import { ConfigError, hasOpenAi, type Config } from './config/config.ts'
import type { Logger } from './kernel/logger.ts'
import { MODELS, type Model } from './speech-models/manifest.ts'
import { createFfmpegMedia } from './media/ffmpeg-media.ts'
import type { Media } from './media/media.ts'
import { readyTranscriber } from './pipeline/ready-transcriber.ts'
import type { PipelineParts } from './pipeline/stage.ts'
import { findProgram } from './process/find-program.ts'
import { createClusteringDiariser } from './speakers/clustering.ts'
import { createSherpaDiariser } from './sherpa/diariser.ts'
import { readCaptions } from './transcription/read-transcript.ts'
import { createSherpaTranscriber } from './sherpa/transcriber.ts'
import { createSphinxTranscriber } from './transcription/sphinx.ts'
import type { Transcriber } from './transcription/transcriber.ts'

/** What the pipeline works with, as the settings choose it. */
export interface PickedEngines extends Pick<
  PipelineParts,
  'media' | 'transcribers' | 'diarisers' | 'analyst' | 'analysts' | 'readCaptions'
> {
  /** Whether a speech engine is in use here and ready. */
  canTranscribe: (name: Transcriber['name']) => Promise<boolean>
  /** Whether an analyst can be asked by name for a recap anew. */
  canAnalyse: (name: AnalystName) => Promise<boolean>
  /** The analyst that makes a recap anew once a first one is shown, as it takes minutes; null: none is ready. */
  afterwards: () => Promise<AnalystName | null>
  /** Every engine that is or could be used here, those in use first. */
  statuses(): Promise<Pick<Capabilities, 'transcribers' | 'analysts'>>
}

/** A job is held no longer by an analyst that asks a model; the analyst of this server then stands in. */
const LONGEST_ANALYSIS_MS = 30 * 60_000

/** The writing model bounds its time by the call's length; this only has to be longer. */
const LONGEST_LOCAL_ANALYSIS_MS = 12 * 3_600_000

const OPENAI_MISSING: EngineStatus = {
  name: 'openai',
  ready: false,
  sends_to: null,
  note: 'Not set up: it needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own.',
  cost_ratio: 0,
}

/**
 * Picks media tools, speech engines and the analyst, and says in the log what is ready and what it sends where.
 * @param models that are known.
 * @throws {ConfigError} when ffmpeg is not there.
 */
export async function createEngines(
  config: Config,
  log: Logger,
  models: readonly Model[] = MODELS,
): Promise<PickedEngines> {
  const media = await openMedia(config)
  const openai = hasOpenAi(config) ? (await import('./openai-engines.ts')).createOpenAiEngines(config, media) : null
  const transcribers = await pickTranscribers(config, media, models, openai?.transcriber)
  const diarisers = [createSherpaDiariser({ modelsFolder: config.MODELS_DIR, models }), createClusteringDiariser()]
  const offline = createExtractiveAnalyst()
  const asked =
    openai && (config.ANALYST === 'openai' || config.ANALYST === 'auto')
      ? withLimits(openai.analyst, { limitMs: LONGEST_ANALYSIS_MS })
      : null
  const analyst = asked ? withFallback(asked, offline, log) : offline
  const local =
    config.ANALYST === 'llama' || (config.ANALYST === 'auto' && !asked)
      ? withLimits(createLlamaAnalyst({ modelsFolder: config.MODELS_DIR, models }), {
          limitMs: LONGEST_LOCAL_ANALYSIS_MS,
        })
      : null
  const analysts: Analyst[] = [asked, local, offline].filter((each) => each !== null)
  const statuses = async () => ({
    transcribers: [
      ...(await Promise.all(transcribers.map((transcriber) => transcriber.status()))),
      ...missing(config.TRANSCRIBER),
    ],
    analysts: [
      ...(await Promise.all((asked ? [asked] : analysts).map((each) => each.status()))),
      ...missing(config.ANALYST),
    ],
  })
  log.info(
    { ...(await statuses()), diarisers: await Promise.all(diarisers.map((diariser) => diariser.status())) },
    'engines',
  )
  const canTranscribe = async (name: Transcriber['name']) => (await readyTranscriber(transcribers, name)) !== null
  const canAnalyse = async (name: AnalystName) =>
    (await analysts.find((each) => each.name === name)?.status())?.ready === true
  const afterwards = async () => (local && (await local.status()).ready ? local.name : null)
  return {
    media,
    transcribers,
    diarisers,
    analyst,
    analysts,
    readCaptions,
    canTranscribe,
    canAnalyse,
    afterwards,
    statuses,
  }

  function missing(setting: string): EngineStatus[] {
    return setting === 'auto' && openai === null ? [OPENAI_MISSING] : []
  }
}

async function openMedia(config: Config): Promise<Media> {
  const ffmpeg = await findProgram('ffmpeg', config.FFMPEG_PATH)
  const ffprobe = await findProgram('ffprobe', config.FFPROBE_PATH)
  if (ffmpeg === null || ffprobe === null)
    throw new ConfigError(
      'ffmpeg and ffprobe are needed: install them (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH.',
    )
  return createFfmpegMedia({ ffmpeg, ffprobe })
}

/** In order of preference. `auto` sends sound to a third party only because the operator has set one up. */
async function pickTranscribers(
  config: Config,
  media: Media,
  models: readonly Model[],
  openai?: Transcriber,
): Promise<Transcriber[]> {
  const wanted = (name: Transcriber['name']) => config.TRANSCRIBER === name || config.TRANSCRIBER === 'auto'
  return [
    ...(wanted('openai') && openai ? [openai] : []),
    ...(wanted('sherpa') ? [createSherpaTranscriber({ modelsFolder: config.MODELS_DIR, models })] : []),
    ...(wanted('sphinx') ? [createSphinxTranscriber({ program: await findProgram('pocketsphinx_batch'), media })] : []),
  ]
}
