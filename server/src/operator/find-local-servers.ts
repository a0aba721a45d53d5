import { z } from 'zod'
import type { LocalServer } from '@callfolio/shared/contract/speech-model.ts'

/** A program that answers like OpenAI's API, and the port that it uses unless told otherwise. */
export interface KnownServer {
  name: string
  port: number
}

const KNOWN: readonly KnownServer[] = [
  { name: 'Ollama', port: 11_434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp or whisper.cpp', port: 8080 },
  { name: 'vLLM or a whisper server', port: 8000 },
]
const ANSWER_MS = 1500
const MOST_MODELS = 50

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/**
 * Asks this machine's usual ports for AI servers. Nothing is sent but the request, and none that answers is used.
 * @param ownPort of this server, which is not asked.
 */
export async function findLocalServers(ownPort: number, known: readonly KnownServer[] = KNOWN): Promise<LocalServer[]> {
  const found = await Promise.all(known.filter(({ port }) => port !== ownPort).map(ask))
  return found.filter((server) => server !== null)
}

async function ask({ name, port }: KnownServer): Promise<LocalServer | null> {
  const base = `http://127.0.0.1:${port}/v1`
  try {
    const response = await fetch(`${base}/models`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    if (!response.ok) return null
    const { data } = modelsSchema.parse(await response.json())
    return { name, base_url: base, models: data.slice(0, MOST_MODELS).map(({ id }) => id) }
  } catch {
    // Nothing there, or another program.
    return null
  }
}
