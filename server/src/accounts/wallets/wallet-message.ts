/** The message that a wallet's owner reads and signs to sign in. */
export interface WalletMessage {
  /** The scheme of the page's address, if given. */
  scheme: string | null
  domain: string
  /** The chain's name in the first line. */
  chain: string
  address: string
  uri: string
  version: string
  chainId: string | null
  nonce: string | null
  issuedAt: Date
  expirationTime: Date | null
  notBefore: Date | null
}

const FIRST_LINE = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\S+) wants you to sign in with your (\w+) account:$/
const FIELD = /^([A-Z][A-Za-z ]*): (.*)$/
const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const
type Field = (typeof FIELDS)[number]
/** RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/**
 * Parses a message of Sign-In with Solana, whose fields may be in any order.
 * @returns null when it is invalid: an unknown or repeated field, or an extra line, could be ambiguous.
 */
export function readWalletMessage(text: string): WalletMessage | null {
  if (/[^\P{Cc}\n]/u.test(text)) return null
  const [first = '', address = '', blank, ...rest] = text.split('\n')
  const [, scheme = null, domain, chain] = FIRST_LINE.exec(first) ?? []
  const fields = readFields(withoutResources(withoutStatement(rest)))
  if (domain === undefined || chain === undefined || blank !== '' || fields === null) return null
  const [uri, version] = [fields.get('URI'), fields.get('Version')]
  const [issuedAt, expirationTime, notBefore] = (['Issued At', 'Expiration Time', 'Not Before'] as const).map((name) =>
    getTime(fields.get(name)),
  )
  if (uri === undefined || version === undefined || !issuedAt || expirationTime === null || notBefore === null)
    return null
  return {
    scheme,
    domain,
    chain,
    address,
    uri,
    version,
    chainId: fields.get('Chain ID') ?? null,
    nonce: fields.get('Nonce') ?? null,
    issuedAt,
    expirationTime: expirationTime ?? null,
    notBefore: notBefore ?? null,
  }
}

/** The statement is one line between two empty ones; without it there is one empty line, or none. */
function withoutStatement(lines: string[]): string[] {
  if (lines[0] === '') return lines.slice(1)
  return lines[1] === '' ? lines.slice(2) : lines
}

/** Resources come last and are ignored. */
function withoutResources(lines: string[]): string[] {
  // The client library omits the colon for Solana.
  const at = lines.findIndex((line) => line === 'Resources:' || line === 'Resources')
  return at !== -1 && lines.slice(at + 1).every((line) => line.startsWith('- ')) ? lines.slice(0, at) : lines
}

function readFields(lines: string[]): Map<Field, string> | null {
  const fields = new Map<Field, string>()
  for (const line of lines) {
    const [, key, value] = FIELD.exec(line) ?? []
    const name = FIELDS.find((field) => field === key)
    if (name === undefined || value === undefined || fields.has(name)) return null
    fields.set(name, value)
  }
  return fields
}

/** @returns undefined when absent, null when invalid. */
function getTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  return TIME.test(text) && !Number.isNaN(time.getTime()) ? time : null
}
