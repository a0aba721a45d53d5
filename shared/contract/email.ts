import { z } from 'zod'

/** Letters of any script before the @ (RFC 6531) and in the domain (RFC 5890), besides what addresses usually have. */
const PATTERN =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/iu

/** One e-mail address. */
export const emailSchema = (problem?: string) => z.email({ pattern: PATTERN, ...(problem && { error: problem }) })

/**
 * One spelling of an address, so that it has one account: lower case, composed letters, the domain as the network writes it.
 * @param address as `emailSchema` takes it. @returns null for a domain that can't be.
 */
export function canonicalEmail(address: string): string | null {
  const [local = '', domain = ''] = address.normalize('NFC').toLowerCase().split('@')
  const host = URL.parse(`http://${domain}`)?.hostname
  return host ? `${local}@${host}` : null
}
