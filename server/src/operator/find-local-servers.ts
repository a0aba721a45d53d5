import type { LocalServer } from '@callfolio/shared/contract/ai-server.ts'
import { listModels } from '../openai/list-models.ts'

/** A program's default port, and the program to assume when it doesn't name itself. */
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
/** Names that programs give as the owner of their models. */
const OWNERS: Record<string, string> = {
  llamacpp: 'llama.cpp',
  library: 'Ollama',
  organization_owner: 'LM Studio',
  vllm: 'vLLM',
}
const ANSWER_MS = 1500
const MOST_PAGE_CHARACTERS = 20_000
const WHISPER_CPP = /<title>\s*Whisper\.cpp Server\s*<\/title>/i
/** Its OpenAI-compatible API is optional. */
const WHISPER_CPP_PATH = 'Needs the option --inference-path /v1/audio/transcriptions.'

/**
 * Probes this machine's usual ports for AI servers, over loopback only. Sends nothing else, and uses none of the
 * servers found.
 * @param ownPort this server's port, which is skipped.
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

/** It has no model list, but its own page. */
async function isWhisperCpp(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    return response.ok && WHISPER_CPP.test((await response.text()).slice(0, MOST_PAGE_CHARACTERS))
  } catch {
    return false
  }
}
