import type { AiServerChange, AiServerTrial, AiServerView, LocalServer } from '@callfolio/shared/contract/ai-server.ts'
import type { EnginesPage, EngineTrial, SpeechModel } from '@callfolio/shared/contract/speech-model.ts'
import { getIds, TRANSCRIBERS, type SpeechEngine } from '@callfolio/shared/engines.ts'
import type { AiServerStore } from '../engines/ai-server.ts'
import type { EngineSettings } from '../engines/settings.ts'
import { oneTrialAtATime, TRIAL_MS, tryEngine } from '../engines/try-engine.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Media } from '../media/media.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import { SAMPLE_CAPTIONS, SAMPLE_VIDEO } from '../microsites/making/sample-call.ts'
import type { ModelFetch } from '../speech-models/model-fetch.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { createAiServerSetup, type AiServerDeps } from './ai-server-setup.ts'
import { findLocalServers } from './find-local-servers.ts'

interface EngineSetupOptions {
  engines: AiServerDeps['engines'] & {
    transcribers: readonly Transcriber[]
    media: Media
    statuses: () => Promise<Pick<EnginesPage, 'transcribers' | 'analysts'>>
    canTranscribe: (name: SpeechEngine) => Promise<boolean>
    diariserStatuses: () => Promise<EnginesPage['diarisers']>
  }
  /** Null: this is the only process, and tests its own engine. */
  sharedWorkers: { tryBest: () => Promise<EngineTrial>; onTry: (run: () => Promise<EngineTrial>) => void } | null
  aiServers: AiServerStore
  settings: EngineSettings
  /** Hosts that this server may connect to. */
  egress: AiServerDeps['egress']
  modelFetch: ModelFetch
  microsites: Pick<MicrositesArea, 'countDrafts' | 'requestBetterDrafts'>
  clock: Clock
  tempDir: string
  /** False: models are fetched by command only. */
  offers: boolean
  /** This server's port. */
  ownPort: () => number
}

/** Engine status for users and operators, and the operators' setup. */
export interface EngineSetup {
  readModel: (caller: { userId: string; isOperator: boolean }) => Promise<SpeechModel>
  fetch: () => Promise<void>
  pause: () => Promise<void>
  requestBetterDrafts: (userId: string) => Promise<number>
  readEngines: () => Promise<EnginesPage>
  /** @param signal aborts with the request. */
  tryEngine: (signal: AbortSignal) => Promise<EngineTrial>
  changeAiServer: (change: AiServerChange | null) => Promise<AiServerView>
  tryAiServer: (change: AiServerChange, signal: AbortSignal) => Promise<AiServerTrial>
  findLocalServers: () => Promise<LocalServer[]>
}

/** @returns the dependencies of the engines' routes, from drivers and areas. */
export function createEngineSetup({
  engines,
  sharedWorkers,
  aiServers,
  settings,
  egress,
  modelFetch,
  microsites,
  clock,
  tempDir,
  offers,
  ownPort,
}: EngineSetupOptions): EngineSetup {
  const { transcribers, media } = engines
  const trial = { media, clock, tempDir, clip: SAMPLE_VIDEO, clipCaptions: SAMPLE_CAPTIONS }
  const aiServer = createAiServerSetup({ settings, store: aiServers, engines, trial, egress })
  const inTrial = oneTrialAtATime()
  const tryHere = (signal: AbortSignal) =>
    inTrial(signal, (ending) => tryEngine(transcribers, trial, { mostMs: TRIAL_MS, signal: ending }))
  // The client may have disconnected; the fetch ends without it.
  sharedWorkers?.onTry(() => tryHere(new AbortController().signal))

  return {
    async readModel({ userId, isOperator }) {
      const status = await modelFetch.status()
      const speech = (await engines.statuses()).transcribers
      const usesModels = speech.some(({ name }) => name === 'sherpa')
      const offered = isOperator && offers && usesModels && status.state === 'idle' && status.best !== null
      return {
        state: status.state,
        installed: status.installed,
        best: status.best && { ...status.best, languages: status.best.languages.length },
        done_bytes: status.doneBytes,
        total_bytes: status.totalBytes,
        seconds_left: status.secondsLeft,
        problem: isOperator ? status.problem : null,
        operator: isOperator,
        offered: offered && !hasGoodEngine(speech),
        drafts: (await engines.canTranscribe('sherpa')) ? await microsites.countDrafts(userId) : 0,
      }
    },
    fetch: () => modelFetch.fetch(),
    pause: () => modelFetch.pause(),
    requestBetterDrafts: microsites.requestBetterDrafts,
    async readEngines() {
      const [{ transcribers: speech, analysts }, diarisers, ai_server, disk] = await Promise.all([
        engines.statuses(),
        engines.diariserStatuses(),
        aiServer.read(),
        modelFetch.disk(),
      ])
      return { transcribers: speech, diarisers, analysts, ai_server, disk }
    },
    tryEngine: sharedWorkers?.tryBest ?? tryHere,
    changeAiServer: aiServer.change,
    tryAiServer: (change, signal) => inTrial(signal, (ending) => aiServer.attempt(change, ending)),
    findLocalServers: () => findLocalServers(ownPort()),
  }
}

/** Whether the engine that would be used now makes more than a draft. */
function hasGoodEngine(speech: EnginesPage['transcribers']): boolean {
  const used = speech.find(({ ready }) => ready)
  return getIds(TRANSCRIBERS).some((id) => id === used?.name && !TRANSCRIBERS[id].draft)
}
