import { expect, test } from 'vitest'
import { readAssertion } from './saml-assertion.ts'

const now = new Date('2026-03-01T12:00:00Z')
const expected = {
  requestId: '_request',
  acsUrl: 'https://calls.example/auth/v1/sso/saml/acs',
  entityId: 'urn:idp',
  audience: 'https://calls.example/auth/v1/sso/saml/metadata',
}

/** An assertion as node-saml returns it after checking the signature. */
function signed(changed: {
  issuer?: string
  recipient?: string
  request?: string
  audience?: string
  until?: string
  from?: string
  format?: string
}) {
  const until = changed.until ?? '2026-03-01T12:05:00Z'
  const data = {
    Recipient: changed.recipient ?? expected.acsUrl,
    InResponseTo: changed.request ?? expected.requestId,
    NotOnOrAfter: until,
  }
  return {
    Assertion: {
      $: { ID: '_1', Version: '2.0' },
      Issuer: [{ _: changed.issuer ?? expected.entityId }],
      Subject: [
        {
          NameID: [
            { _: 'ann', $: { Format: `urn:oasis:names:tc:SAML:2.0:nameid-format:${changed.format ?? 'persistent'}` } },
          ],
          SubjectConfirmation: [
            {
              $: { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
              SubjectConfirmationData: [{ $: data }],
            },
          ],
        },
      ],
      Conditions: [
        {
          $: { NotBefore: changed.from ?? '2026-03-01T11:59:00Z', NotOnOrAfter: until },
          AudienceRestriction: [{ Audience: [{ _: changed.audience ?? expected.audience }] }],
        },
      ],
      AuthnStatement: [{}],
    },
  }
}
const read = (changed: Parameters<typeof signed>[0]) =>
  readAssertion(signed(changed), expected, { now, skewMs: 60_000 })

test('identifies the user by an assertion for this server, this sign-in and this time', () => {
  expect(read({})).toMatchObject({ id: '_1', nameId: 'ann', until: new Date('2026-03-01T12:06:00Z') })
})

// The library checks most of it too; each check has to work without the other.
test.each([
  ['issuer', { issuer: 'urn:evil' }],
  ['recipient', { recipient: 'https://evil.example/acs' }],
  ['request', { request: '_another' }],
  ['audience', { audience: 'https://evil.example' }],
  ['time', { until: '2026-03-01T11:58:00Z' }],
  ['time', { from: '2026-03-01T12:02:00Z' }],
  ['kind of name', { format: 'transient' }],
])('refuses an assertion of another %s by its own content: %o', (what, changed) => {
  expect(() => read(changed)).toThrow(`The assertion is for another ${what}`)
})
