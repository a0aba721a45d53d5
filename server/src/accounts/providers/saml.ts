import { X509Certificate } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { Clock } from '../../kernel/clock.ts'
import { ConfigError } from '../../kernel/errors.ts'
import { emailFrom } from '../account-email.ts'
import type { Provider } from './provider.ts'
import { readAssertion, type Assertion } from './saml-assertion.ts'

export interface SamlOptions {
  /** The ID clients request it by. */
  id: string
  label: string
  /** The email domains it may vouch for. */
  domains: readonly string[]
  /** Its sign-in URL (HTTP-Redirect). */
  signInUrl: string
  entityId: string
  /** Its signing certificates, PEM or base64, separated by commas: two during a rotation. */
  certificates: string
  clock: Clock
}

/** Allowed clock difference. */
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
 * A SAML 2.0 identity provider. `node-saml` checks the signature and returns only the signed part of the document; the
 * assertion's content is checked here, more strictly than by the library.
 * @throws {ConfigError} when a certificate can't be read.
 */
export function createSamlProvider(options: SamlOptions): Provider {
  const { id, label, domains, signInUrl, entityId, clock } = options
  const idpCert = options.certificates.split(',').map((text) => getCertificate(text))

  /** @param requestId of the sign-in being started or answered; no other one is accepted. */
  async function samlFor(acsUrl: string, requestId: string): Promise<SAML> {
    // Loaded on demand, because most servers don't use it.
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
      (await samlFor(redirectUri, getRequestId(nonce))).getAuthorizeUrlAsync(state, undefined, {}),

    async profile(callback, { nonce }) {
      const acsUrl = callback.origin + callback.pathname
      const response = callback.searchParams.get('SAMLResponse') ?? ''
      await refuseOutdated(Buffer.from(response, 'base64').toString())
      const requestId = getRequestId(nonce)
      const { profile } = await (await samlFor(acsUrl, requestId)).validatePostResponseAsync({ SAMLResponse: response })
      if (profile?.getAssertion === undefined) throw new Error('The SAML response has no assertion')
      const expected = { requestId, acsUrl, entityId, audience: serviceProvider(acsUrl).issuer }
      const assertion = readAssertion(profile.getAssertion(), expected, { now: clock(), skewMs: SKEW_MS })
      const email = getEmail(assertion)
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

/** This server's metadata for identity providers. @param acsUrl where they send their responses. */
export async function serviceProviderMetadata(acsUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata(serviceProvider(acsUrl))
}

function serviceProvider(acsUrl: string) {
  return {
    issuer: new URL('metadata', acsUrl).href,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    // Most providers sign only the assertion, which is all that is read.
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    generateUniqueId: () => '_metadata',
  }
}

/** An XML id must not begin with a digit. */
function getRequestId(nonce: string): string {
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

/** Parses the document as the library does, so that the check covers what the library uses, however it is written. */
async function refuseOutdated(xml: string): Promise<void> {
  // A document type's entity can refer to files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error('The SAML response has a document type')
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await parseDomFromString(xml)
  for (const [name, allowed] of Object.entries(ALGORITHMS))
    for (const element of xpath.selectElements(document, `//*[local-name(.)='${name}']`))
      if (!allowed.has(element.getAttribute('Algorithm') ?? ''))
        throw new Error('The SAML response is signed with an algorithm that isn’t allowed')
}

function getEmail(assertion: Assertion): string | null {
  return emailFrom(oneOf(assertion, EMAIL_NAMES) ?? assertion.nameId)
}

function oneOf({ attributes }: Assertion, names: readonly string[]): string | null {
  const found = names.find((name) => attributes.get(name)?.length === 1)
  return found === undefined ? null : (attributes.get(found)?.[0] ?? null)
}

function getCertificate(text: string): string {
  const base64 = text.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '')
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch (cause) {
    throw new ConfigError('AUTH_SAML_CERTIFICATE must be a certificate in PEM or base64.', {
      cause,
    })
  }
}
