import type { Factor } from '@supabase/auth-js'

/** One way to give the second factor. */
export interface Way {
  kind: Factor['factor_type']
  factorId: string
  /** What the person called it; null: nothing. */
  name: string | null
  /** The last digits of a phone's number; null: it is none. */
  ending: string | null
  /** What the link says that leads to it. */
  link: string
}

/** The safest first; codes that run out last. */
const ORDER: Way['kind'][] = ['webauthn', 'totp', 'phone', 'recovery_code']

const LINKS: Record<Way['kind'], string> = {
  webauthn: 'Use the security key',
  totp: 'Use the authenticator app',
  phone: 'Get a code by text message',
  recovery_code: 'Use a recovery code',
}

/** The factors that count. */
export const verifiedOf = (factors: readonly Factor[]): Factor[] =>
  factors.filter(({ status }) => status === 'verified')

/** The ways to give the second factor, the one to begin with first; two of a kind are distinguished by their names. */
export function waysOf(factors: readonly Factor[]): Way[] {
  const all = verifiedOf(factors)
  return ORDER.flatMap((kind) => {
    const same = all.filter(({ factor_type }) => factor_type === kind)
    return same.map((factor) => {
      const name = factor.friendly_name ?? null
      const ending = phoneOf(factor)?.slice(-2) ?? null
      const mark = name ?? (ending && `ending in ${ending}`)
      const link = same.length > 1 && mark !== null ? `${LINKS[kind]} (${mark})` : LINKS[kind]
      return { kind, factorId: factor.id, name, ending, link }
    })
  })
}

/** The library's type leaves out the number, which the service sends. */
export function phoneOf(factor: object): string | null {
  return 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : null
}
