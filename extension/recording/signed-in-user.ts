import { z } from 'zod'
import type { SupportedStorage } from '@supabase/auth-js'
import { SESSION_KEY } from '@callfolio/shared/client/session-key.ts'

const sessionSchema = z.object({ user: z.object({ id: z.string().min(1) }) })

/**
 * Whose session is kept. Unlike the identity client it never asks the server, which may be away: a recording has to
 * begin at once.
 */
export async function signedInUser(storage: SupportedStorage): Promise<string | null> {
  const kept = await storage.getItem(SESSION_KEY)
  try {
    return sessionSchema.parse(JSON.parse(kept ?? 'null')).user.id
  } catch {
    return null
  }
}
