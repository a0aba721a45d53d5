import * as z from 'zod/mini'

/**
 * Letters of any script before the @ (RFC 6531) and in the domain (RFC 5890), in addition to the usual characters.
 */
const PATTERN =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/iu

/** One email address. */
export const emailSchema = (problem?: string) => z.email({ pattern: PATTERN, ...(problem && { error: problem }) })

/**
 * The canonical spelling of an address, so that it has one account: lower case, composed letters, the domain in its
 * ASCII form.
 * @param address as validated by `emailSchema`. @returns null for an impossible domain.
 */
export function canonicalEmail(address: string): string | null {
  const [local = '', domain = ''] = address.normalize('NFC').toLowerCase().split('@')
  const host = URL.parse(`http://${domain}`)?.hostname
  return host ? `${local}@${host}` : null
}
