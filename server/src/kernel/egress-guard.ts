import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net, { isIP } from 'node:net'
import { allowsEgress, EgressRefused, type Egress } from './egress.ts'

/** Names have few addresses; more of them than this are forgotten, the oldest first. */
const MOST_ADDRESSES = 10_000

type Callable = (this: unknown, ...args: unknown[]) => unknown

/**
 * Refuses every connection of this process that may not be made, whichever library asks for it: sockets, what runs over
 * them (HTTP, TLS, SMTP, PostgreSQL), datagrams and the names that are looked up. Once, before anything connects; there is
 * no way back. What other processes do is theirs (process/).
 */
export function guardEgress(egress: Egress): void {
  if (egress === null) return
  const resolved = new Map<string, string>()
  /** Some libraries resolve a name themselves and connect to its address. */
  const mayConnect = (host: string, port: number | null) => {
    const name = resolved.get(host)
    return allowsEgress(egress, host, port) || (name !== undefined && allowsEgress(egress, name, port))
  }
  const remember = (name: string, address: string) => {
    resolved.delete(address)
    resolved.set(address, name)
    const [oldest] = resolved.keys()
    if (resolved.size > MOST_ADDRESSES && oldest !== undefined) resolved.delete(oldest)
  }
  guardSockets(mayConnect)
  guardDatagrams(mayConnect)
  for (const target of [dns, dns.Resolver.prototype]) guardNames(target, egress, remember)
  for (const target of [dns.promises, dns.promises.Resolver.prototype]) guardNames(target, egress, remember)
  syncBuiltinESMExports()
}

type MayConnect = (host: string, port: number | null) => boolean

function guardSockets(mayConnect: MayConnect): void {
  replace(net.Socket.prototype, 'connect', (connect) => {
    return function (this: unknown, ...args) {
      const place = placeOf(args)
      if (place === null || mayConnect(place.host, place.port)) return connect.apply(this, args)
      const socket = this as net.Socket
      process.nextTick(() => socket.destroy(new EgressRefused(place.host)))
      return socket
    }
  })
}

/** Where a socket is to connect to; null: to a path on this machine. */
function placeOf(args: unknown[]): { host: string; port: number | null } | null {
  // `net.connect` hands its arguments on as one list.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) {
    const { path, host, port } = first as { path?: unknown; host?: unknown; port?: unknown }
    if (typeof path === 'string') return null
    return { host: typeof host === 'string' ? host : 'localhost', port: portOf(port) }
  }
  if (typeof first === 'string' && portOf(first) === null) return null
  return { host: typeof second === 'string' ? second : 'localhost', port: portOf(first) }
}

function portOf(value: unknown): number | null {
  const port = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(port) ? port : null
}

function guardDatagrams(mayConnect: MayConnect): void {
  for (const method of ['send', 'connect'] as const)
    replace(dgram.Socket.prototype, method, (original) => {
      return function (this: unknown, ...args) {
        const host = args.find((arg, index) => index > 0 && typeof arg === 'string')
        const port = method === 'connect' ? args[0] : args.find((arg) => typeof arg === 'number')
        if (typeof host === 'string' && !mayConnect(host, portOf(port))) throw new EgressRefused(host)
        return original.apply(this, args)
      }
    })
}

/** Resolving a name sends it to somebody, too. */
function guardNames(target: object, egress: Egress, remember: (name: string, address: string) => void): void {
  const methods = target as Record<string, unknown>
  for (const method of Object.getOwnPropertyNames(target)) {
    if (!/^(lookup|resolve|reverse)/.test(method) || typeof methods[method] !== 'function') continue
    replace(target, method, (original) => {
      return function (this: unknown, ...args) {
        const [name] = args
        const callback = args.at(-1)
        const allowed = typeof name !== 'string' || isIP(name) !== 0 || allowsEgress(egress, name)
        if (typeof callback !== 'function') {
          if (!allowed) return Promise.reject(new EgressRefused(name))
          const answer = original.apply(this, args)
          if (answer instanceof Promise)
            void answer.then(
              (found) => keep(name, found),
              () => undefined,
            )
          return answer
        }
        if (!allowed) return process.nextTick(callback, new EgressRefused(name))
        const passedOn = (...answer: unknown[]) => {
          keep(name, answer[1])
          ;(callback as Callable).apply(undefined, answer)
        }
        return original.apply(this, [...args.slice(0, -1), passedOn])
      }
    })
  }

  function keep(name: unknown, found: unknown): void {
    if (typeof name !== 'string') return
    for (const each of Array.isArray(found) ? (found as unknown[]) : [found]) {
      const address = typeof each === 'object' && each !== null && 'address' in each ? each.address : each
      if (typeof address === 'string' && isIP(address) !== 0) remember(name, address)
    }
  }
}

function replace(target: object, name: string, make: (original: Callable) => Callable): void {
  const methods = target as Record<string, Callable>
  const original = methods[name]
  if (original !== undefined) methods[name] = make(original)
}
