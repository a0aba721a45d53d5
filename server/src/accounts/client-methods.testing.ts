import { GoTrueClient } from '@supabase/auth-js'

/** Private in the library's types, or not methods, but without the underscore of the others. */
const PRIVATE = [
  'constructor',
  'jwks',
  'jwks_cached_at',
  'linkIdentityOAuth',
  'linkIdentityIdToken',
  'fetchJwk',
  'signInWithEthereum',
  'signInWithSolana',
]

/** The public methods of the client library's client at runtime, with those of its parts (`mfa.enroll`). */
export function publicMethods(): string[] {
  const experimental = { recoveryCodes: true, passkey: true }
  const offline = { url: 'http://127.0.0.1:9', autoRefreshToken: false, persistSession: false, experimental }
  const client = new GoTrueClient(offline)
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(client))
  const parts = { mfa: client.mfa, passkey: client.passkey, oauth: client.oauth }
  return [
    ...own.filter((name) => !name.startsWith('_') && !PRIVATE.includes(name)),
    ...Object.entries(parts).flatMap(([name, part]) => getMethods(name, part)),
  ]
}

function getMethods(path: string, part: object): string[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [`${path}.${name}`]
    // Skips the client itself.
    return typeof value === 'object' && value !== null && name !== 'client' ? getMethods(`${path}.${name}`, value) : []
  })
}
