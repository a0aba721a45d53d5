import { z } from 'zod'

/** A model that a server offers, and the owner it names: compatible servers name themselves. */
export interface OfferedModel {
  id: string
  ownedBy: string | null
}

const ANSWER_MS = 1500
const REACH_MS = 10_000
const MOST_MODELS = 200
const listSchema = z.object({ data: z.array(z.object({ id: z.string().max(500), owned_by: z.string().nullish() })) })

/** Whether any server answers at an address, with any response. */
export async function doesAnswer(baseUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(REACH_MS)
  return fetch(`${baseUrl}/models`, { signal, redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}

/** Asks an OpenAI-compatible server for its models. @returns null if there is no such server. */
export async function listModels(
  baseUrl: string,
  { apiKey = null, signal = null }: { apiKey?: string | null; signal?: AbortSignal | null } = {},
): Promise<OfferedModel[] | null> {
  const limit = AbortSignal.timeout(ANSWER_MS)
  try {
    const response = await fetch(`${baseUrl}/models`, {
      ...(apiKey !== null && { headers: { authorization: `Bearer ${apiKey}` } }),
      signal: signal === null ? limit : AbortSignal.any([signal, limit]),
      // Prevents the server there from redirecting this server, and the key, elsewhere.
      redirect: 'error',
    })
    if (!response.ok) return null
    const { data } = listSchema.parse(await response.json())
    return data.slice(0, MOST_MODELS).map(({ id, owned_by: ownedBy = null }) => ({ id, ownedBy }))
  } catch {
    return null
  }
}
