import { z } from 'zod'
import type { Database } from '../db/database.ts'
import type { Notices } from '../db/processes/notices.ts'
import { egressProblem, type Egress } from '../kernel/egress.ts'
import type { Logger } from '../kernel/logger.ts'
import { createSeal } from '../kernel/seal.ts'
import { httpUrl, word } from '../kernel/setting.ts'
import { createOperatorSettingsRepo } from './operator-settings-repo.ts'
import type { EngineSettings } from './settings.ts'

const storedSchema = z.object({
  baseUrl: httpUrl,
  /** Null: it needs none. */
  apiKey: word.nullable(),
  /** The models for transcription and for recaps; null: not used for that. */
  transcribeModel: word.nullable(),
  analysisModel: word.nullable(),
})
/** An OpenAI-compatible server that the operator set while this server runs. */
export type AiServer = z.infer<typeof storedSchema>

/** Stores the AI server set by the operator, encrypted, because its key is worth money and belongs to its address. */
export interface AiServerStore {
  /** @returns null: none is set, this secret can't decrypt it, or EGRESS doesn't allow it. */
  load(): Promise<AiServer | null>
  /** @param server null: none. */
  save(server: AiServer | null): Promise<void>
}

const NAME = 'ai_server'

/** @returns the store of the operator's AI server, shared by all processes on a database. */
export function createAiServerStore({
  db,
  notices,
  secretKey,
  egress,
  log,
}: {
  db: Database
  notices: Notices
  secretKey: string
  egress: Egress
  log: Pick<Logger, 'warn'>
}): AiServerStore {
  const settings = createOperatorSettingsRepo(db)
  const sealing = createSeal(secretKey, 'AI server')
  return {
    async load() {
      const sealed = await settings.read(NAME)
      if (sealed === null) return null
      const { data: server = null } = storedSchema.safeParse(await sealing.open(sealed))
      if (server === null)
        log.warn('the stored AI server cannot be decrypted with this SECRET_KEY: enter it again in Settings → Engines')
      const problem = server && egressProblem(egress, new URL(server.baseUrl))
      if (problem === null) return server
      log.warn({ problem }, 'the stored AI server is not used')
      return null
    },
    async save(server) {
      await settings.write(NAME, server === null ? null : await sealing.seal(server))
      notices.send('setting.changed', NAME)
    },
  }
}

/** True: the environment names an AI server, which overrides the stored one. */
export function isAiServerSet({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }: EngineSettings): boolean {
  return key !== undefined || url !== undefined
}

/** The settings of one kind of engine, with the stored AI server unless the environment names one. */
export function withAiServer<S extends EngineSettings>(
  settings: S,
  server: AiServer | null,
  use: 'transcribe' | 'analysis',
): S {
  const model = use === 'transcribe' ? server?.transcribeModel : server?.analysisModel
  if (server === null || typeof model !== 'string' || isAiServerSet(settings)) return settings
  return {
    ...settings,
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_API_KEY: server.apiKey ?? undefined,
    ...(use === 'transcribe' ? { OPENAI_TRANSCRIBE_MODEL: model } : { OPENAI_ANALYSIS_MODEL: model }),
  }
}
