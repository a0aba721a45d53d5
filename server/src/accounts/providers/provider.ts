import { nameSchema } from '@callfolio/shared/contract/name.ts'

/** A user's profile at a provider. */
export interface Profile {
  /** The provider's own, permanent ID of the user. */
  subject: string
  /** Lowercase; null: none given. */
  email: string | null
  /** The provider vouches that the user owns the address. */
  emailVerified: boolean
  name: string | null
  /** Shown only to the user. */
  data: Record<string, unknown>
  /** The ID of a single-use sign-in proof, and when it expires; absent: the provider enforces single use. */
  once?: { id: string; until: Date }
}

/** The secrets of one sign-in. */
export interface FlowSecrets {
  state: string
  nonce: string
  /** RFC 7636. */
  verifier: string
}

/** An external identity provider. */
export interface Provider {
  /** Used in URLs and rows. */
  name: string
  /** Shown on buttons. */
  label: string
  /** For single sign-on: the ID and domains clients request it by. It posts its responses as a form. */
  sso?: { id: string; domains: readonly string[] }
  /** Where to redirect the browser. @param scopes in addition to the provider's defaults. */
  authorizationUrl(secrets: FlowSecrets, options: { redirectUri: string; scopes: string[] }): Promise<string>
  /**
   * The profile of the user who returned from the provider.
   * @param callback the address the browser returned to.
   * @throws when anything about it is wrong.
   */
  profile(callback: URL, secrets: FlowSecrets): Promise<Profile>
  /**
   * Reads an ID token that the client obtained; absent: the provider issues none.
   * @throws when its signature, issuer, audience or time is wrong, or it is older than ten minutes.
   */
  readIdToken?(token: string): Promise<Profile & { nonce: string | null }>
}

/** Characters that don't belong in names, some of which PostgreSQL can't store. */
const CONTROLS = /\p{Cc}/gu
const shown = (text: string) => nameSchema().parse(text.toWellFormed().replace(CONTROLS, ''))

/**
 * A profile whose text can be stored and shown.
 * @throws when its subject can't: a changed one could be another person's.
 */
export function readableProfile<P extends Profile>(profile: P): P {
  const { subject, name, data } = profile
  if (!subject.isWellFormed() || subject.search(CONTROLS) !== -1) throw new Error('The subject has control characters')
  const texts = Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? shown(value) : value])
  return { ...profile, name: name === null ? null : shown(name), data: Object.fromEntries(texts) }
}
