import type {
  AiServerAttempt,
  AiServerChange,
  AiServerTrial,
  AiServerView,
} from '@callfolio/shared/contract/ai-server.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analyst } from '../analysis/analyst.ts'
import { isAiServerSet, type AiServer, type AiServerStore } from '../engines/ai-server.ts'
import type { EngineSettings } from '../engines/settings.ts'
import { tryEngine, type TrialDeps } from '../engines/try-engine.ts'
import type { Clock } from '../kernel/clock.ts'
import { egressProblem, type Egress } from '../kernel/egress.ts'
import { AppError, PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { doesAnswer, listModels } from '../openai/list-models.ts'
import type { Transcriber } from '../transcription/transcriber.ts'

export interface AiServerDeps {
  settings: EngineSettings
  store: AiServerStore
  engines: {
    openAiServer: (server: AiServer) => Promise<{ transcriber: Transcriber | null; analyst: Analyst | null }>
    useAiServer: (server: AiServer | null) => Promise<void>
  }
  trial: TrialDeps
  egress: Egress
}

/** Lets operators see, set and test the AI server. */
export interface AiServerSetup {
  read: () => Promise<AiServerView>
  /** @param change null: use no server. @throws AppError when it can't be used. */
  change: (change: AiServerChange | null) => Promise<AiServerView>
  /** Sends it ten seconds of the sample call and a few lines; nothing is stored or used. */
  attempt: (change: AiServerChange, signal: AbortSignal) => Promise<AiServerTrial>
}

const OF_ENVIRONMENT = 'The AI server is set by OPENAI_API_KEY or OPENAI_BASE_URL. Change it there.'
const SILENT = 'No server responds at this address. Start it or check the address.'
const UNUSED = 'Enter a model for transcripts, recaps or both.'
/** Short enough to cost next to nothing, with something to summarise. */
const LINES: readonly (readonly [speaker: string, text: string])[] = [
  ['Dana', 'Thank you for your time. We lose about sixty requests every month because they sit in three inboxes.'],
  ['Lee', 'Then one shared inbox would help. I will send you the offer for thirty seats on Friday.'],
  ['Dana', 'Good. Our budget is twelve thousand dollars a year, and we decide on the first of May.'],
]
const LINE_MS = 6000
/** Of the sample call. */
const CLIP_MS = 10_000

/** @returns the handlers of the operator's AI server routes. */
export function createAiServerSetup({ settings, store, engines, trial, egress }: AiServerDeps): AiServerSetup {
  async function read(): Promise<AiServerView> {
    if (isAiServerSet(settings))
      return {
        from: 'environment',
        base_url: settings.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
        has_key: settings.OPENAI_API_KEY !== undefined,
        transcribe_model: settings.OPENAI_TRANSCRIBE_MODEL,
        analysis_model: settings.OPENAI_ANALYSIS_MODEL,
      }
    const server = await store.load()
    return (
      server && {
        from: 'page',
        base_url: server.baseUrl,
        has_key: server.apiKey !== null,
        transcribe_model: server.transcribeModel,
        analysis_model: server.analysisModel,
      }
    )
  }

  /** The stored key is sent only to its own address. */
  async function getServer(change: AiServerChange): Promise<AiServer> {
    if (isAiServerSet(settings)) throw new AppError('conflict', OF_ENVIRONMENT)
    const baseUrl = change.base_url.replace(/\/+$/, '')
    const problem = egressProblem(egress, new URL(baseUrl))
    if (problem !== null) throw new AppError('invalid_request', problem)
    const stored = await store.load()
    const kept = stored?.baseUrl === baseUrl ? stored.apiKey : null
    const server = {
      baseUrl,
      apiKey: change.key === undefined ? kept : change.key || null,
      transcribeModel: change.transcribe_model || null,
      analysisModel: change.analysis_model || null,
    }
    if (server.transcribeModel === null && server.analysisModel === null) throw new AppError('invalid_request', UNUSED)
    return server
  }

  return {
    read,
    async change(change) {
      if (change === null && isAiServerSet(settings)) throw new AppError('conflict', OF_ENVIRONMENT)
      const server = change === null ? null : await getServer(change)
      if (server !== null && !(await doesAnswer(server.baseUrl))) throw new AppError('invalid_request', SILENT)
      await store.save(server)
      await engines.useAiServer(server)
      return read()
    },
    async attempt(change, signal) {
      const server = await getServer(change)
      const { transcriber, analyst } = await engines.openAiServer(server)
      const models = await listModels(server.baseUrl, { apiKey: server.apiKey, signal })
      return {
        models: (models ?? []).map(({ id }) => id),
        transcript:
          transcriber && (await asAttempt(tryEngine([transcriber], trial, { mostMs: CLIP_MS, signal }), signal)),
        recap: analyst && (await asAttempt(writeRecap(analyst, trial.clock, signal), signal)),
      }
    },
  }
}

async function writeRecap(analyst: Analyst, clock: Clock, signal: AbortSignal) {
  const startedAt = clock().getTime()
  const segments = LINES.map(([speaker, text], i): Segment => ({
    id: `s${i + 1}`,
    start_ms: i * LINE_MS,
    end_ms: (i + 1) * LINE_MS,
    speaker,
    text,
  }))
  const { summary, actionPoints } = await analyst.analyse(
    { segments, title: null, description: null, draft: false },
    { signal, onProgress: () => {} },
  )
  const text = [...summary, ...actionPoints].map((item) => item.text).join(' ')
  return { text, seconds: (clock().getTime() - startedAt) / 1000 }
}

/** The operator sees the server's own error. */
async function asAttempt(
  attempt: Promise<{ text: string; seconds: number }>,
  signal: AbortSignal,
): Promise<AiServerAttempt> {
  try {
    const { text, seconds } = await attempt
    return { text, seconds }
  } catch (error) {
    if (signal.aborted && signal.reason instanceof Error && signal.reason.name === 'TimeoutError')
      return { problem: 'The AI server took too long.' }
    if (error instanceof PermanentFailure || error instanceof TransientFailure) return { problem: error.message }
    throw error
  }
}
