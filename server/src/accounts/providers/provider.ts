import { nameSchema } from '@callfolio/shared/contract/name.ts'

/** What a provider says of a person. */
export interface Profile {
  /** The provider's own, lasting id of the person. */
  subject: string
  /** Lower case; null: it gives none. */
  email: string | null
  /** The provider vouches that the address is the person's own. */
  emailVerified: boolean
  name: string | null
  /** For the person's own eyes. */
  data: Record<string, unknown>
  /** The id of what signs in once only, and when it expires by itself; absent: the provider sees to that. */
  once?: { id: string; until: Date }
}

/** What belongs to one sign-in and nobody else may know. */
export interface FlowSecrets {
  state: string
  nonce: string
  /** RFC 7636. */
  verifier: string
}

/** Another service that says who somebody is. */
export interface Provider {
  /** In addresses and rows. */
  name: string
  /** On buttons. */
  label: string
  /** Of single sign-on: what clients ask for it by. Its answers come as a form that a page of its own posts. */
  sso?: { id: string; domains: readonly string[] }
  /** Where the browser goes. @param scopes wanted besides the provider's own. */
  authorizationUrl(secrets: FlowSecrets, options: { redirectUri: string; scopes: string[] }): Promise<string>
  /**
   * What the provider says of who came back.
   * @param callback the address with which the browser came back. @throws when anything about it is wrong.
   */
  profile(callback: URL, secrets: FlowSecrets): Promise<Profile>
  /**
   * Reads an id token that a client got by itself; absent: the provider makes none.
   * @throws when its signature, issuer, audience or time is wrong, or it is older than ten minutes.
   */
  readIdToken?(token: string): Promise<Profile & { nonce: string | null }>
}

/** Characters that no name has, and PostgreSQL stores none of some. */
const CONTROLS = /\p{Cc}/gu
const shown = (text: string) => nameSchema().parse(text.toWellFormed().replace(CONTROLS, ''))

/** A profile whose texts can be stored and shown. @throws when its subject can't: changed, it could be another person's. */
export function readableProfile<P extends Profile>(profile: P): P {
  const { subject, name, data } = profile
  if (!subject.isWellFormed() || subject.search(CONTROLS) !== -1) throw new Error('The subject has control characters')
  const texts = Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? shown(value) : value])
  return { ...profile, name: name === null ? null : shown(name), data: Object.fromEntries(texts) }
}
