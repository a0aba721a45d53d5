import { expect, test } from 'vitest'
import { getBucket, checkoutLinks, getDrainMs, parseConfig, pricesOfPlans } from './config.ts'

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const MONTHLY = { STRIPE_LINK_PRO_MONTHLY: 'https://buy.example/m', STRIPE_PRICE_PRO_MONTHLY: 'price_m' }

test('offers only the configured links', () => {
  expect(checkoutLinks(parseConfig({}))).toBeUndefined()
  expect(checkoutLinks(parseConfig(MONTHLY))).toEqual({ pro_monthly: 'https://buy.example/m' })
})

test('maps each configured price to Premium', () => {
  expect(pricesOfPlans(parseConfig({}))).toEqual(new Map())
  expect(pricesOfPlans(parseConfig({ ...MONTHLY, STRIPE_PRICE_PRO_YEARLY: 'price_y' }))).toEqual(
    new Map([
      ['price_m', 'pro'],
      ['price_y', 'pro'],
    ]),
  )
})

test.each([
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY is not'],
  [{ ...STRIPE, STRIPE_LINK_PRO_YEARLY: 'https://buy.example/y' }, 'STRIPE_PRICE_PRO_YEARLY is not'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is invalid: must start with sk_ or rk_'],
  [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET is invalid: must start with whsec_'],
  [{ STRIPE_LINK_PRO_MONTHLY: 'buy.example' }, 'STRIPE_LINK_PRO_MONTHLY is invalid'],
])('refuses settings by which customers could pay without getting their plan: %j', (settings, message) => {
  expect(() => parseConfig(settings)).toThrow(message)
  expect(() => parseConfig({ ...STRIPE, ...MONTHLY })).not.toThrow()
})

const SHARED = { DATABASE_URL: 'postgres://host/db', S3_BUCKET: 'calls', SECRET_KEY: 's'.repeat(32) }

test.each(['web', 'worker'] as const)('refuses a %s process without the resources shared with the others', (ROLE) => {
  for (const name of Object.keys(SHARED))
    expect(() => parseConfig({ ...SHARED, ROLE, [name]: undefined })).toThrow(`ROLE is ${ROLE}, but ${name} is not set`)
  expect(getDrainMs(parseConfig({ ...SHARED, ROLE }))).toBe(20_000)
  expect(getDrainMs(parseConfig({ ...SHARED, ROLE, DRAIN_SECONDS: '3' }))).toBe(3000)
})

test('needs nothing shared in a process with all roles, which stops at once', () => {
  expect(getDrainMs(parseConfig({}))).toBe(0)
})

test('requires the token with temporary bucket keys', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const credentialsIn = (settings: Record<string, string>) =>
    getBucket(parseConfig({ S3_BUCKET: 'calls', ...settings }))?.credentials
  expect(credentialsIn({})).toBeNull()
  expect(credentialsIn(keys)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret' })
  expect(credentialsIn({ ...keys, AWS_SESSION_TOKEN: 'token' })).toMatchObject({ sessionToken: 'token' })
  expect(() => credentialsIn({ AWS_SESSION_TOKEN: 'token' })).toThrow('AWS_ACCESS_KEY_ID is not')
})
