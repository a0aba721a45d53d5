import type { Capabilities, EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import {
  ANALYSTS,
  DIARISERS,
  idsOf,
  TRANSCRIBERS,
  type AnalystName,
  type SpeechEngine,
} from '@callfolio/shared/engines.ts'
import type { Analyst } from '../analysis/analyst.ts'
import { withFallback } from '../analysis/with-fallback.ts'
import { withLimits } from '../analysis/with-limits.ts'
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
import type { AnalystEngine, Engine, EngineParts } from './engine.ts'
import { analysts as analystTable, diarisers as diariserTable, transcribers as transcriberTable } from './registry.ts'
import type { EngineSettings } from './settings.ts'

/** What the pipeline works with, as the settings choose it. */
export interface PickedEngines extends Pick<
  PipelineParts,
  'media' | 'transcribers' | 'diarisers' | 'analyst' | 'analysts' | 'readCaptions'
> {
  tasks: TaskRunner
  /** Whether a speech engine is in use here and ready. */
  canTranscribe: (name: SpeechEngine) => Promise<boolean>
  /** Whether an analyst can be asked by name for a recap anew. */
  canAnalyse: (name: AnalystName) => Promise<boolean>
  /** The analyst that makes a recap anew once a first one is shown, as it takes minutes; null: none is ready. */
  afterwards: () => Promise<AnalystName | null>
  /** Every engine that is or could be used here, those in use first. */
  statuses(): Promise<Pick<Capabilities, 'transcribers' | 'analysts'>>
  diariserStatuses(): Promise<EngineStatus[]>
}

export type EnginesConfig = EngineSettings & {
  MODELS_DIR: string
  FFMPEG_PATH?: string | undefined
  FFPROBE_PATH?: string | undefined
}

/** The analyst that needs nothing and is always there. */
const STAND_IN: AnalystName = 'extractive'

/**
 * Picks media tools, speech engines and the analyst, and says in the log what is ready and what it sends where.
 * @param given `models` that are known; `tasks`: does what engines compute here.
 * @throws {ConfigError} when ffmpeg is not there.
 */
export async function createEngines(
  config: EnginesConfig,
  log: Logger,
  { models = MODELS, tasks }: { models?: readonly Model[] | undefined; tasks: TaskRunner },
): Promise<PickedEngines> {
  const parts = { media: await openMedia(config), modelsFolder: config.MODELS_DIR, models, tasks }
  const speech = pick(transcriberTable, idsOf(TRANSCRIBERS), config.TRANSCRIBER, config)
  const recap = pick(analystTable, idsOf(ANALYSTS), config.ANALYST, config)
  const transcribers = await Promise.all(speech.usable.map((name) => make(transcriberTable[name], config, parts)))
  const diarisers = await Promise.all(DIARISERS.map((name) => make(diariserTable[name], config, parts)))

  const open = async (name: AnalystName | undefined) =>
    name === undefined ? null : limited(await make(analystTable[name], config, parts), analystTable[name])
  const offline = await make(analystTable[STAND_IN], config, parts)
  const asked = await open(recap.usable.find((name) => name !== STAND_IN && !ANALYSTS[name].afterwards))
  const local = asked === null ? await open(recap.usable.find((name) => ANALYSTS[name].afterwards)) : null
  const analyst = asked ? withFallback(asked, offline, log) : offline
  const analysts = [asked, local, offline].filter((each) => each !== null)

  const statuses = async () => ({
    transcribers: [...(await statusesOf(transcribers)), ...speech.missing],
    analysts: [...(await statusesOf(asked ? [asked] : analysts)), ...recap.missing],
  })
  log.info({ ...(await statuses()), diarisers: await statusesOf(diarisers) }, 'engines')
  return {
    media: parts.media,
    transcribers,
    diarisers,
    analyst,
    analysts,
    tasks,
    readCaptions: (text, signal) => tasks.run('readCaptions', text, { signal }),
    canTranscribe: async (name) => (await readyTranscriber(transcribers, name)) !== null,
    canAnalyse: async (name) => (await analysts.find((each) => each.name === name)?.status())?.ready === true,
    afterwards: async () => (local && (await local.status()).ready ? local.name : null),
    statuses,
    diariserStatuses: () => statusesOf(diarisers),
  }
}

async function openMedia(config: EnginesConfig): Promise<Media> {
  const ffmpeg = await findProgram('ffmpeg', config.FFMPEG_PATH)
  const ffprobe = await findProgram('ffprobe', config.FFPROBE_PATH)
  if (ffmpeg === null || ffprobe === null)
    throw new ConfigError(
      'ffmpeg and ffprobe are needed: install them (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH.',
    )
  return createFfmpegMedia({ ffmpeg, ffprobe })
}

/**
 * Those that the operator wants, in order of preference: `auto` sends a call to a third party only because one was set up.
 * @returns which can be used, and of `auto` what is said of those that something is missing for.
 */
function pick<Id extends string>(
  engines: Record<Id, Engine<Settings, unknown>>,
  ids: readonly Id[],
  wanted: string,
  config: EnginesConfig,
): { usable: Id[]; missing: EngineStatus[] } {
  const isSetUp = (id: Id) => engines[id].needs?.isMet(config) ?? true
  const chosen = ids.filter((id) => wanted === 'auto' || wanted === id)
  return {
    usable: chosen.filter(isSetUp),
    missing: (wanted === 'auto' ? chosen.filter((id) => !isSetUp(id)) : []).map((name) => ({
      name,
      ready: false,
      sends_to: null,
      note: `Not set up: it needs ${engines[name].needs?.what}.`,
      cost_ratio: 0,
    })),
  }
}

/** @param config has the engine's own settings among all others. */
function make<Made>(engine: Engine<Settings, Made>, config: EnginesConfig, parts: EngineParts): Promise<Made> {
  return engine.create(config, parts)
}

function limited(analyst: Analyst, { limitMs }: AnalystEngine<Settings>): Analyst {
  return limitMs === undefined ? analyst : withLimits(analyst, { limitMs })
}

function statusesOf(engines: readonly { status(): Promise<EngineStatus> }[]): Promise<EngineStatus[]> {
  return Promise.all(engines.map((engine) => engine.status()))
}
