import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A ceremony's options, as the server returns them. */
interface Asked {
  challenge: string
  user?: { id: string }
}

/** Deliberate errors of the authenticator, or of the page it signs for. */
export interface Errors {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the key verified its user. */
  userVerified?: boolean
  /** The signature counter; by default one more than the last time. */
  counter?: number
  /** Signed by another key. */
  forged?: boolean
  /** The type of the other ceremony. */
  type?: string
  /** Whether the key was touched. */
  userPresent?: boolean
  /** Claims a backup of a key that allows none. */
  backedUp?: boolean
  /** The account a passkey claims, base64url. */
  userHandle?: string
  /** Another algorithm than the key's, as a COSE number. */
  algorithm?: number
  /** The format of an unrequested attestation with a certificate. */
  attestation?: string
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const BACKED_UP = 16
const HAS_KEY = 64

/**
 * A software security key, written from WebAuthn Level 2 and RFC 9052 independently of the product's library (ES256, no
 * attestation).
 */
export function createAuthenticator({ origin }: { origin: string }) {
  const id = randomBytes(32)
  const { privateKey, publicKey } = newKey()
  let signed = 0
  let handle = ''

  const clientData = (type: string, { challenge }: Asked, errors: Errors) =>
    Buffer.from(
      JSON.stringify({
        type: errors.type ?? type,
        challenge: errors.challenge ?? challenge,
        origin: errors.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (
    flags: number,
    { rpId, userVerified = true, userPresent = true, backedUp = false, counter = ++signed }: Errors,
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const all =
      flags | (userPresent ? USER_PRESENT : 0) | (userVerified ? USER_VERIFIED : 0) | (backedUp ? BACKED_UP : 0)
    return Buffer.concat([sha256(Buffer.from(rpId ?? new URL(origin).hostname)), Buffer.from([all]), count])
  }
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])),
  })

  return {
    /** Answers `navigator.credentials.create`. */
    create(asked: Asked, errors: Errors = {}) {
      handle = asked.user?.id ?? ''
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const attested = [Buffer.alloc(16), idLength, id, coseKey(publicKey, errors.algorithm)]
      const authData = Buffer.concat([authenticatorData(HAS_KEY, errors), ...attested])
      const clientDataJSON = clientData('webauthn.create', asked, errors)
      const attestationObject = cborMap([
        [cborText('fmt'), cborText(errors.attestation ?? 'none')],
        [cborText('attStmt'), cborMap(errors.attestation === undefined ? [] : CERTIFIED)],
        [cborText('authData'), cborBytes(authData)],
      ])
      return credential({ clientDataJSON, attestationObject })
    },

    /** Answers `navigator.credentials.get`. */
    get(asked: Asked, errors: Errors = {}) {
      const clientDataJSON = clientData('webauthn.get', asked, errors)
      const data = authenticatorData(0, errors)
      const key = errors.forged ? newKey().privateKey : privateKey
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), key)
      const userHandle = Buffer.from(errors.userHandle ?? handle, 'base64url')
      return credential({ clientDataJSON, authenticatorData: data, signature, userHandle })
    },
  }
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** A P-256 key for ES256: kty 2, alg -7, crv 1, x, y. */
function coseKey(publicKey: KeyObject, algorithm = -7): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (value: string) => cborBytes(Buffer.from(value, 'base64url'))
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(algorithm)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), bytes(x)],
    [cborInt(-3), bytes(y)],
  ])
}

/** The first bytes of an item (RFC 8949, 3): its kind and its length or value. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  return value < 256 ? Buffer.from([(kind << 5) | 24, value]) : Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value])
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()])

/** An attestation with an unreadable certificate. */
const CERTIFIED: [Buffer, Buffer][] = [
  [cborText('alg'), cborInt(-7)],
  [cborText('sig'), cborBytes(Buffer.from('signature'))],
  [cborText('x5c'), Buffer.concat([cborHead(4, 1), cborBytes(Buffer.from('certificate'))])],
]
