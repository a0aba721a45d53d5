import { isIP } from 'node:net'

/**
 * A host that may be connected to; `port` null: any port. A host that begins with `*.` matches all its subdomains.
 */
interface AllowedPlace {
  host: string
  port: number | null
}

/** The external services this server may use; null: any. This machine itself is always allowed. */
export type Egress = readonly AllowedPlace[] | null

/** Whether a connection is allowed. @param port null: not known yet. */
export function allowsEgress(egress: Egress, host: string, port: number | null = null): boolean {
  if (egress === null || isThisMachine(host)) return true
  const name = normalized(host)
  return egress.some(
    (place) =>
      (place.port === null || port === null || place.port === port) &&
      (place.host.startsWith('*.') ? name.endsWith(place.host.slice(1)) : place.host === name),
  )
}

const USUAL_PORTS: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
  'postgres:': 5432,
  'postgresql:': 5432,
}

/** An address's port; null: the default of its protocol is unknown. */
export function getPort({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number | null {
  return port === '' ? (USUAL_PORTS[protocol] ?? null) : Number(port)
}

/** @returns a sentence on why an address is not allowed; null: it is. */
export function egressProblem(egress: Egress, url: URL): string | null {
  if (allowsEgress(egress, url.hostname, getPort(url))) return null
  return `EGRESS doesn’t allow connections to ${url.hostname}.`
}

/**
 * Parses the setting: `open`, `deny`, or hosts separated by commas, such as `api.openai.com, *.example.com,
 * 10.0.0.5:9000`.
 * @returns undefined when it is invalid.
 */
export function parseEgress(text: string): Egress | undefined {
  if (text === 'open') return null
  if (text === 'deny') return []
  const places = text.split(',').map((place) => parsePlace(place.trim()))
  return places.every((place) => place !== null) ? places : undefined
}

function parsePlace(text: string): AllowedPlace | null {
  const [, wildcard = '', rest = ''] = /^(\*\.)?(.+)$/.exec(text) ?? []
  const url = URL.parse(`none://${rest}`)
  const plain = url !== null && url.hostname !== '' && `none://${rest.toLowerCase()}` === url.href.toLowerCase()
  if (!plain || /[*/@?#]/.test(rest) || (wildcard !== '' && isIP(normalized(url.hostname)) !== 0)) return null
  return { host: wildcard + normalized(url.hostname), port: url.port === '' ? null : Number(url.port) }
}

function isThisMachine(host: string): boolean {
  const name = normalized(host)
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  const mapped = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name
  return name === '::1' || name === '::' || mapped === '0.0.0.0' || (isIP(mapped) === 4 && mapped.startsWith('127.'))
}

/** IPv6 without brackets or zone, names in lower case without a trailing dot. */
function normalized(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
}
