import type { LocalServer } from '@callfolio/shared/contract/ai-server.ts'
import { listModels } from '../openai/list-models.ts'

/** A port that programs use by default, and which that are where they don't name themselves. */
export interface KnownPort {
  port: number
  name: string
}

const KNOWN: readonly KnownPort[] = [
  { port: 11_434, name: 'Ollama' },
  { port: 1234, name: 'LM Studio' },
  { port: 8080, name: 'llama.cpp' },
  { port: 8000, name: 'vLLM or a whisper server' },
]
/** How programs name themselves as the owner of their models. */
const OWNERS: Record<string, string> = {
  llamacpp: 'llama.cpp',
  library: 'Ollama',
  organization_owner: 'LM Studio',
  vllm: 'vLLM',
}
const ANSWER_MS = 1500
const MOST_PAGE_CHARACTERS = 20_000
const WHISPER_CPP = /<title>\s*Whisper\.cpp Server\s*<\/title>/i
/** It answers in OpenAI's way only where it is configured to. */
const WHISPER_CPP_PATH = 'Start it with --inference-path /v1/audio/transcriptions.'

/**
 * Asks this machine's usual ports for AI servers, over loopback only. Nothing is sent but the requests, and none that
 * answers is used.
 * @param ownPort of this server, which is not asked.
 */
export async function findLocalServers(ownPort: number, known: readonly KnownPort[] = KNOWN): Promise<LocalServer[]> {
  const found = await Promise.all(known.filter(({ port }) => port !== ownPort).map(ask))
  return found.filter((server) => server !== null)
}

async function ask({ port, name }: KnownPort): Promise<LocalServer | null> {
  const origin = `http://127.0.0.1:${port}`
  const base_url = `${origin}/v1`
  const models = await listModels(base_url)
  if (models !== null)
    return {
      name: OWNERS[models[0]?.ownedBy ?? ''] ?? name,
      base_url,
      models: models.map(({ id }) => id),
      problem: null,
    }
  return (await isWhisperCpp(origin)) ? { name: 'whisper.cpp', base_url, models: [], problem: WHISPER_CPP_PATH } : null
}

/** It has no list of models, but a page of its own. */
async function isWhisperCpp(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    return response.ok && WHISPER_CPP.test((await response.text()).slice(0, MOST_PAGE_CHARACTERS))
  } catch {
    return false
  }
}
