import type { Capabilities, EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import {
  ANALYSTS,
  DIARISERS,
  getIds,
  TRANSCRIBERS,
  type AnalystName,
  type SpeechEngine,
} from '@callfolio/shared/engines.ts'
import type { Analyst } from '../analysis/analyst.ts'
import { withFallback } from '../analysis/models/with-fallback.ts'
import { withLimits } from '../analysis/models/with-limits.ts'
import { ConfigError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Settings } from '../kernel/setting.ts'
import { createFfmpegMedia } from '../media/ffmpeg-media.ts'
import type { Media } from '../media/media.ts'
import { readyTranscriber } from '../pipeline/ready-transcriber.ts'
import type { PipelineParts } from '../pipeline/stage.ts'
import { findProgram } from '../process/find-program.ts'
import { MODELS, type Model } from '../speech-models/manifest.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { withAiServer, type AiServer } from './ai-server.ts'
import type { AnalystEngine, Engine, EngineParts } from './engine.ts'
import { analysts as analystTable, diarisers as diariserTable, transcribers as transcriberTable } from './registry.ts'
import { absentAnalyst, absentTranscriber, exchangeableAnalyst, exchangeableTranscriber } from './exchangeable.ts'
import type { EngineSettings } from './settings.ts'

/** The pipeline's engines, as selected by the settings. */
export interface PickedEngines extends Pick<
  PipelineParts,
  'media' | 'transcribers' | 'diarisers' | 'analyst' | 'analysts'
> {
  tasks: TaskRunner
  /** Whether a speech engine is in use here and ready. */
  canTranscribe: (name: SpeechEngine) => Promise<boolean>
  /** Whether an analyst can be named to rerun a recap. */
  canAnalyse: (name: AnalystName) => Promise<boolean>
  /** The slow analyst that reruns a recap once a first one is shown, as it takes minutes; null: none is ready. */
  afterwards: () => Promise<AnalystName | null>
  /** @returns the engines that would use a server; null: it is not used for that. Sends nothing. */
  openAiServer(server: AiServer | null): Promise<{ transcriber: Transcriber | null; analyst: Analyst | null }>
  /** Uses another AI server from the next job on, or none. One from the environment stays. */
  useAiServer(server: AiServer | null): Promise<void>
  /** Every engine that is used here or could be, those in use first. */
  statuses(): Promise<Pick<Capabilities, 'transcribers' | 'analysts'>>
  diariserStatuses(): Promise<EngineStatus[]>
}

interface CreateEnginesOptions {
  /** The known models. */
  models?: readonly Model[] | undefined
  /** Runs the engines' computations here. */
  tasks: TaskRunner
  /** The AI server set by the operator. */
  aiServer?: AiServer | null
}

export type EnginesConfig = EngineSettings & {
  MODELS_DIR: string
  FFMPEG_PATH?: string | undefined
  FFPROBE_PATH?: string | undefined
}

/** The analyst that has no requirements and is always available. */
const FALLBACK: AnalystName = 'extractive'

/**
 * Picks media tools, speech engines and the analyst, and logs what is ready and where it sends data.
 * @throws {ConfigError} when ffmpeg is missing.
 */
export async function createEngines(
  config: EnginesConfig,
  log: Logger,
  { models = MODELS, tasks, aiServer = null }: CreateEnginesOptions,
): Promise<PickedEngines> {
  const parts = { media: await openMedia(config), modelsFolder: config.MODELS_DIR, models, tasks }
  const speech = choose(getIds(TRANSCRIBERS), config.TRANSCRIBER)
  const recap = choose(getIds(ANALYSTS), config.ANALYST)
  const open = async (name: AnalystName, settings: EnginesConfig = config) =>
    limited(await make(analystTable[name], settings, parts), analystTable[name], settings)
  const isChosen = (name: AnalystName) => recap.includes(name)

  const openAiServer: PickedEngines['openAiServer'] = async (server) => {
    const [transcriberServer, writes] = [
      withAiServer(config, server, 'transcribe'),
      withAiServer(config, server, 'analysis'),
    ]
    return {
      transcriber: isSetUp(transcriberTable.openai, transcriberServer)
        ? await make(transcriberTable.openai, transcriberServer, parts)
        : null,
      analyst: isSetUp(analystTable.openai, writes) ? await open('openai', writes) : null,
    }
  }
  let ai = await openAiServer(aiServer)
  const noTranscriber = absentTranscriber('openai', notSetUp('openai', transcriberTable.openai))
  const noAnalyst = absentAnalyst('openai', notSetUp('openai', analystTable.openai))
  const asked = () => (isChosen('openai') ? ai.analyst : null)

  const transcribers = await Promise.all(
    speech.map(async (name) =>
      name === 'openai'
        ? exchangeableTranscriber(() => ai.transcriber ?? noTranscriber)
        : make(transcriberTable[name], config, parts),
    ),
  )
  const diarisers = await Promise.all(DIARISERS.map((name) => make(diariserTable[name], config, parts)))
  const offline = await make(analystTable[FALLBACK], config, parts)
  const local = isChosen('llama') ? await open('llama') : null
  const here = [local, offline].filter((each) => each !== null)
  const standingBy = exchangeableAnalyst(() => ai.analyst ?? noAnalyst)
  /** Which engines can be asked for a recap now: a configured server is not bypassed. */
  const usable = () => (asked() === null ? here : [standingBy, offline])

  const statuses = async () => {
    const [transcriberStatuses, writing] = await Promise.all([
      getStatuses(transcribers),
      getStatuses(asked() ? [standingBy] : here),
    ])
    return {
      transcribers: setUpFirst(transcriberStatuses, noTranscriber.name, ai.transcriber !== null),
      analysts: [...writing, ...(asked() === null && isChosen('openai') ? [await noAnalyst.status()] : [])],
    }
  }
  log.info({ ...(await statuses()), diarisers: await getStatuses(diarisers) }, 'engines')
  return {
    media: parts.media,
    transcribers,
    diarisers,
    analyst: exchangeableAnalyst(() => {
      const primary = asked()
      return primary === null ? offline : withFallback(primary, offline, log)
    }),
    analysts: isChosen('openai') ? [standingBy, ...here] : here,
    tasks,
    canTranscribe: async (name) => (await readyTranscriber(transcribers, name)) !== null,
    canAnalyse: async (name) =>
      (
        await usable()
          .find((each) => each.name === name)
          ?.status()
      )?.ready === true,
    afterwards: async () => (asked() === null && local && (await local.status()).ready ? local.name : null),
    openAiServer,
    async useAiServer(server) {
      ai = await openAiServer(server)
    },
    statuses,
    diariserStatuses: () => getStatuses(diarisers),
  }
}

async function openMedia(config: EnginesConfig): Promise<Media> {
  const ffmpeg = await findProgram('ffmpeg', config.FFMPEG_PATH)
  const ffprobe = await findProgram('ffprobe', config.FFPROBE_PATH)
  if (ffmpeg === null || ffprobe === null)
    throw new ConfigError(
      'ffmpeg and ffprobe are missing. Install them (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH.',
    )
  return createFfmpegMedia({ ffmpeg, ffprobe })
}

/**
 * The engines that the operator allows, in order of preference: `auto` sends a call to a third party only if one was
 * configured.
 */
function choose<Id extends string>(ids: readonly Id[], wanted: string): Id[] {
  return ids.filter((id) => wanted === 'auto' || wanted === id)
}

function isSetUp(engine: Engine<Settings, unknown>, config: EnginesConfig): boolean {
  return engine.needs?.isMet(config) ?? true
}

function notSetUp(name: string, { needs }: Engine<Settings, unknown>): EngineStatus {
  return { name, ready: false, sends_to: null, note: `Not set up. Needs ${needs?.what}.`, cost_ratio: 0 }
}

/** Engines that are not configured come last. */
function setUpFirst(statuses: EngineStatus[], name: string, isSet: boolean): EngineStatus[] {
  return isSet ? statuses : statuses.toSorted((a, b) => Number(a.name === name) - Number(b.name === name))
}

/** @param config has the engine's own settings among all others. */
function make<Made>(engine: Engine<Settings, Made>, config: EnginesConfig, parts: EngineParts): Promise<Made> {
  return engine.create(config, parts)
}

function limited(analyst: Analyst, engine: AnalystEngine<Settings>, config: EnginesConfig): Analyst {
  const limitMs = engine.limitMs?.(config)
  return limitMs === undefined ? analyst : withLimits(analyst, { limitMs })
}

function getStatuses(engines: readonly { status(): Promise<EngineStatus> }[]): Promise<EngineStatus[]> {
  return Promise.all(engines.map((engine) => engine.status()))
}
