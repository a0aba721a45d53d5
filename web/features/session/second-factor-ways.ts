import type { Factor } from '@supabase/auth-js'

/** One method for the second factor. */
export interface Way {
  kind: Factor['factor_type']
  factorId: string
  /** The name the user gave it; null: none. */
  name: string | null
  /** The last digits of a phone's number; null: not a phone. */
  ending: string | null
  /** Text of the link to it. */
  link: string
}

/** The most secure first; recovery codes last. */
const ORDER: Way['kind'][] = ['webauthn', 'totp', 'phone', 'recovery_code']

const LINKS: Record<Way['kind'], string> = {
  webauthn: 'Use the security key',
  totp: 'Use the authenticator app',
  phone: 'Get a code by text message',
  recovery_code: 'Use a recovery code',
}

/** The verified factors. */
export const getVerified = (factors: readonly Factor[]): Factor[] =>
  factors.filter(({ status }) => status === 'verified')

/** The second-factor methods, the default one first; two of a kind are distinguished by their names. */
export function getWays(factors: readonly Factor[]): Way[] {
  const all = getVerified(factors)
  return ORDER.flatMap((kind) => {
    const same = all.filter(({ factor_type }) => factor_type === kind)
    return same.map((factor) => {
      const name = factor.friendly_name ?? null
      const ending = getPhone(factor)?.slice(-2) ?? null
      const mark = name ?? (ending && `ending in ${ending}`)
      const link = same.length > 1 && mark !== null ? `${LINKS[kind]} (${mark})` : LINKS[kind]
      return { kind, factorId: factor.id, name, ending, link }
    })
  })
}

/** The library's type omits the number, which the service sends. */
export function getPhone(factor: object): string | null {
  return 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : null
}
