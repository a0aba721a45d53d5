import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'

/** 16-bit groups of an IPv6 address that identify the network: one customer has all addresses below it. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/**
 * Finds the IP address of a request, for IPv6 its /64, as limits count it.
 * @param trustProxy takes the last entry of X-Forwarded-For, written by the operator's own proxy; a client can forge
 * the others.
 */
export function clientAddress(trustProxy: boolean): (c: Context<AppEnv>) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    return getNetwork(forwarded || getConnInfo(c).remote.address || 'unknown')
  }
}

/** An IPv4 address unchanged, also one written as IPv6; the /64 of an IPv6 address; anything else unchanged. */
export function getNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? []
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const before = groups(head)
  const after = groups(tail ?? '')
  // An IPv4 suffix takes the place of two groups.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - written }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
