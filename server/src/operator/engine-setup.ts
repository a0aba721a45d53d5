import type { EnginesPage, EngineTrial, LocalServer, SpeechModel } from '@callfolio/shared/contract/speech-model.ts'
import { idsOf, TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { createEngineTrial } from '../engines/try-engine.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Media } from '../media/media.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import { SAMPLE_VIDEO } from '../microsites/sample-call.ts'
import type { ModelFetch } from '../speech-models/model-fetch.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { findLocalServers } from './find-local-servers.ts'

interface EngineSetupOptions {
  engines: {
    transcribers: readonly Transcriber[]
    media: Media
    statuses: () => Promise<Pick<EnginesPage, 'transcribers' | 'analysts'>>
    diariserStatuses: () => Promise<EnginesPage['diarisers']>
  }
  modelFetch: ModelFetch
  microsites: Pick<MicrositesArea, 'countDrafts' | 'requestBetterDrafts'>
  clock: Clock
  tempDir: string
  /** False: a model is fetched by command only. */
  offers: boolean
  /** Where this server listens. */
  ownPort: () => number
}

/** What users and operators read of the engines, and what operators set up. */
export interface EngineSetup {
  readModel: (caller: { userId: string; isOperator: boolean }) => Promise<SpeechModel>
  fetch: () => Promise<void>
  pause: () => Promise<void>
  requestBetterDrafts: (userId: string) => Promise<number>
  readEngines: () => Promise<EnginesPage>
  /** @param signal ends with the request. */
  tryEngine: (signal: AbortSignal) => Promise<EngineTrial>
  findLocalServers: () => Promise<LocalServer[]>
}

/** @returns the dependencies of the engines' routes, from drivers and areas. */
export function createEngineSetup({
  engines,
  modelFetch,
  microsites,
  clock,
  tempDir,
  offers,
  ownPort,
}: EngineSetupOptions): EngineSetup {
  const { transcribers, media } = engines

  /** Whether the engine that would be used now makes more than a draft. */
  async function hearsWell(): Promise<boolean> {
    for (const transcriber of transcribers)
      if ((await transcriber.status()).ready)
        return idsOf(TRANSCRIBERS).some((id) => id === transcriber.name && !TRANSCRIBERS[id].draft)
    return false
  }

  return {
    async readModel({ userId, isOperator }) {
      const status = await modelFetch.status()
      const usesModels = transcribers.some(({ name }) => name === 'sherpa')
      const offered = isOperator && offers && usesModels && status.state === 'idle' && status.best !== null
      const ready = (await transcribers.find(({ name }) => name === 'sherpa')?.status())?.ready === true
      return {
        state: status.state,
        installed: status.installed,
        best: status.best && { ...status.best, languages: status.best.languages.length },
        done_bytes: status.doneBytes,
        total_bytes: status.totalBytes,
        seconds_left: status.secondsLeft,
        problem: isOperator ? status.problem : null,
        operator: isOperator,
        offered: offered && !(await hearsWell()),
        drafts: ready ? await microsites.countDrafts(userId) : 0,
      }
    },
    fetch: () => modelFetch.fetch(),
    pause: () => modelFetch.pause(),
    requestBetterDrafts: microsites.requestBetterDrafts,
    async readEngines() {
      const [{ transcribers: speech, analysts }, diarisers, disk] = await Promise.all([
        engines.statuses(),
        engines.diariserStatuses(),
        modelFetch.disk(),
      ])
      return { transcribers: speech, diarisers, analysts, disk }
    },
    tryEngine: createEngineTrial({ transcribers, media, clock, tempDir, clip: SAMPLE_VIDEO }),
    findLocalServers: () => findLocalServers(ownPort()),
  }
}
