import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { getDestinations, getEgress } from './destinations.ts'

const BUCKET = { S3_BUCKET: 'calls' }
const SMTP = { SMTP_URL: 'smtps://user:secret@mail.example.com' }
const TWILIO = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+1' }

test.each([
  [BUCKET, 'calls.s3.us-east-1.amazonaws.com', 'S3_BUCKET'],
  [{ ...BUCKET, S3_ENDPOINT: 'https://s3.example.com', S3_FORCE_PATH_STYLE: 'true' }, 's3.example.com', 'S3_ENDPOINT'],
  [SMTP, 'mail.example.com', 'SMTP_URL'],
  [TWILIO, 'api.twilio.com', 'TWILIO_ACCOUNT_SID'],
  [{ STRIPE_SECRET_KEY: 'sk_1' }, 'api.stripe.com', 'STRIPE_SECRET_KEY'],
  [{ AUTH_GITHUB_CLIENT_ID: 'x' }, 'github.com', 'AUTH_GITHUB_CLIENT_ID'],
  [{ AUTH_GOOGLE_CLIENT_ID: 'x' }, 'accounts.google.com', 'AUTH_GOOGLE_CLIENT_ID'],
  [{ AUTH_OIDC_CLIENT_ID: 'x', AUTH_OIDC_ISSUER: 'https://id.example.com' }, 'id.example.com', 'AUTH_OIDC_ISSUER'],
  [{ AUTH_CAPTCHA_PROVIDER: 'turnstile' }, 'challenges.cloudflare.com', 'AUTH_CAPTCHA_PROVIDER'],
  [{ AUTH_CAPTCHA_PROVIDER: 'hcaptcha' }, 'api.hcaptcha.com', 'AUTH_CAPTCHA_PROVIDER'],
  [{ OPENAI_API_KEY: 'k' }, 'api.openai.com', 'OPENAI_API_KEY'],
  [{ OPENAI_BASE_URL: 'https://ai.example.com/v1' }, 'ai.example.com', 'OPENAI_BASE_URL'],
  [{ MODELS_FROM: 'https://mirror.example.com' }, 'mirror.example.com', 'MODELS_FROM'],
])('names a setting at the start when EGRESS forbids its service: %o', (settings, host, setting) => {
  const denied = parseConfig({ ...settings, EGRESS: 'deny' })
  expect(() => getEgress(denied)).toThrow(`EGRESS doesn’t allow ${host}, which ${setting} needs.`)
  const hosts = getDestinations(denied).map((place) => place.host)
  expect(getEgress(parseConfig({ ...settings, EGRESS: hosts.join(',') }))).toHaveLength(hosts.length)
})

test('the database belongs to the operator, and a service on this machine is not external', () => {
  const database = { DATABASE_URL: 'postgres://u:p@db.internal/calls', SMTP_URL: 'smtp://localhost:25' }
  expect(getEgress(parseConfig({ ...database, EGRESS: 'deny' }))).toEqual([{ host: 'db.internal', port: 5432 }])
  expect(getEgress(parseConfig(database))).toBeNull()
})

test("a database's location is the host of the address or its query, or a socket on this machine", () => {
  const at = (DATABASE_URL: string) => getEgress(parseConfig({ DATABASE_URL, EGRESS: 'deny' }))
  expect(at('postgres://u@/calls?host=%2Fvar%2Frun%2Fpostgresql')).toEqual([])
  expect(at('postgres:///calls')).toEqual([{ host: 'localhost', port: 5432 }])
  expect(at('postgresql://u@%2Fvar%2Frun%2Fpostgresql/calls')).toEqual([])
  expect(at('postgres://u@/calls?host=db.internal&port=6432')).toEqual([{ host: 'db.internal', port: 6432 }])
})

test('refuses an invalid EGRESS', () => {
  expect(() => parseConfig({ EGRESS: 'https://example.com' })).toThrow(
    'The setting EGRESS is invalid: must be open, deny',
  )
})
