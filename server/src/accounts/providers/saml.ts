import { X509Certificate } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { Clock } from '../../kernel/clock.ts'
import { ConfigError } from '../../kernel/errors.ts'
import { emailFrom } from '../account-email.ts'
import type { Provider } from './provider.ts'
import { readAssertion, type Assertion } from './saml-assertion.ts'

export interface SamlOptions {
  /** What clients ask for it by. */
  id: string
  label: string
  /** The e-mail domains that are its people's: it vouches for no other addresses. */
  domains: readonly string[]
  /** Its address for sign-ins (HTTP-Redirect). */
  signInUrl: string
  entityId: string
  /** Those it signs with, PEM or base64, separated by commas: two while it changes them. */
  certificates: string
  clock: Clock
}

/** Clocks differ. */
const SKEW_MS = 60 * 1000
const EMAIL_NAMES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'email',
  'mail',
]
const FULL_NAMES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'displayName',
  'name',
]

/**
 * An identity provider that speaks SAML 2.0. `node-saml` checks the signature and returns what was signed, and nothing
 * else of the document; what the assertion says is checked here, more strictly than the library does.
 * @throws {ConfigError} when a certificate can't be read.
 */
export function createSamlProvider(options: SamlOptions): Provider {
  const { id, label, domains, signInUrl, entityId, clock } = options
  const idpCert = options.certificates.split(',').map((text) => certificateOf(text))

  /** @param requestId of the sign-in that is begun or answered: no other one is. */
  async function samlFor(acsUrl: string, requestId: string): Promise<SAML> {
    // Servers without it don't load it.
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
    return new SAML({
      ...serviceProvider(acsUrl),
      entryPoint: signInUrl,
      idpIssuer: entityId,
      idpCert,
      generateUniqueId: () => requestId,
      disableRequestedAuthnContext: true,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: {
        saveAsync: async (key, value) => ({ value, createdAt: clock().getTime() }),
        getAsync: async (key) => (key === requestId ? clock().toISOString() : null),
        removeAsync: async (key) => key,
      },
      acceptedClockSkewMs: SKEW_MS,
    })
  }

  return {
    name: `sso:${id}`,
    label,
    sso: { id, domains },

    authorizationUrl: async ({ state, nonce }, { redirectUri }) =>
      (await samlFor(redirectUri, requestIdOf(nonce))).getAuthorizeUrlAsync(state, undefined, {}),

    async profile(callback, { nonce }) {
      const acsUrl = callback.origin + callback.pathname
      const response = callback.searchParams.get('SAMLResponse') ?? ''
      await refuseOutdated(Buffer.from(response, 'base64').toString())
      const requestId = requestIdOf(nonce)
      const { profile } = await (await samlFor(acsUrl, requestId)).validatePostResponseAsync({ SAMLResponse: response })
      if (profile?.getAssertion === undefined) throw new Error('The answer has no assertion')
      const expected = { requestId, acsUrl, entityId, audience: serviceProvider(acsUrl).issuer }
      const assertion = readAssertion(profile.getAssertion(), expected, { now: clock(), skewMs: SKEW_MS })
      const email = emailOf(assertion)
      return {
        subject: assertion.nameId,
        email,
        emailVerified: domains.includes(email?.split('@').at(-1) ?? ''),
        name: oneOf(assertion, FULL_NAMES),
        data: { iss: entityId, sub: assertion.nameId, email },
        once: { id: `${entityId}\n${assertion.id}`, until: assertion.until },
      }
    },
  }
}

/** What this server is for identity providers. @param acsUrl where their answers come to. */
export async function serviceProviderMetadata(acsUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata(serviceProvider(acsUrl))
}

function serviceProvider(acsUrl: string) {
  return {
    issuer: new URL('metadata', acsUrl).href,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    // Most sign only the assertion, which is all that is read.
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    generateUniqueId: () => '_metadata',
  }
}

/** An XML id must not begin with a digit. */
function requestIdOf(nonce: string): string {
  return `_${nonce}`
}

/** SHA-1 can be forged. */
const ALGORITHMS: Record<string, ReadonlySet<string>> = {
  SignatureMethod: new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  DigestMethod: new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']),
}

/** Reads the document as the library does, so that what is allowed is what it uses, however that is written. */
async function refuseOutdated(xml: string): Promise<void> {
  // An entity of a document type can name files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error('The answer has a document type')
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await parseDomFromString(xml)
  for (const [name, allowed] of Object.entries(ALGORITHMS))
    for (const element of xpath.selectElements(document, `//*[local-name(.)='${name}']`))
      if (!allowed.has(element.getAttribute('Algorithm') ?? ''))
        throw new Error('The answer is signed with an algorithm that is not allowed')
}

function emailOf(assertion: Assertion): string | null {
  return emailFrom(oneOf(assertion, EMAIL_NAMES) ?? assertion.nameId)
}

function oneOf({ attributes }: Assertion, names: readonly string[]): string | null {
  const found = names.find((name) => attributes.get(name)?.length === 1)
  return found === undefined ? null : (attributes.get(found)?.[0] ?? null)
}

function certificateOf(text: string): string {
  const base64 = text.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '')
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch (cause) {
    throw new ConfigError('The setting AUTH_SAML_CERTIFICATE is wrong: it must be the certificate, PEM or base64.', {
      cause,
    })
  }
}
