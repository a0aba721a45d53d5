import { hkdfSync } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import type { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'

/** The content of an opened seal. `sealedAt` in whole seconds. */
export type Opened<Content> =
  | { state: 'good'; content: Content; sealedAt: Date }
  | { state: 'expired' }
  | { state: 'forged' }

/** Data that passes through untrusted hands and comes back: only this server can read or create it. */
export interface Seal<Content> {
  seal(content: Content): Promise<{ text: string; expiresAt: Date }>
  open(text: string): Promise<Opened<Content>>
}

interface SealOptions<Content> {
  secretKey: string
  /** Derives the key, so that one kind of seal is never accepted as another. */
  purpose: string
  /** How long a seal is valid. */
  seconds: number
  schema: z.ZodType<Content>
  clock: Clock
}

const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' } as const

/** Seals as encrypted JWTs (RFC 7519 in RFC 7516), by the server's secret. */
export function createSeal<Content extends Record<string, unknown>>({
  secretKey,
  purpose,
  seconds,
  schema,
  clock,
}: SealOptions<Content>): Seal<Content> {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    async seal(content) {
      const now = Math.floor(clock().getTime() / 1000)
      const text = await new EncryptJWT({ content })
        .setProtectedHeader(ALGORITHMS)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .encrypt(key)
      return { text, expiresAt: new Date((now + seconds) * 1000) }
    },
    async open(text) {
      try {
        const { payload } = await jwtDecrypt(text, key, {
          currentDate: clock(),
          keyManagementAlgorithms: [ALGORITHMS.alg],
          contentEncryptionAlgorithms: [ALGORITHMS.enc],
        })
        return {
          state: 'good',
          content: schema.parse(payload['content']),
          sealedAt: new Date((payload.iat ?? 0) * 1000),
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { state: 'expired' }
        if (error instanceof errors.JOSEError) return { state: 'forged' }
        throw error
      }
    },
  }
}
