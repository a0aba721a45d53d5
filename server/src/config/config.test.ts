import { expect, test } from 'vitest'
import { checkoutLinks, parseConfig, pricesOfPlans } from './config.ts'

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const MONTHLY = { STRIPE_LINK_PRO_MONTHLY: 'https://buy.example/m', STRIPE_PRICE_PRO_MONTHLY: 'price_m' }

test('only the links that are set are offered', () => {
  expect(checkoutLinks(parseConfig({}))).toBeUndefined()
  expect(checkoutLinks(parseConfig(MONTHLY))).toEqual({ pro_monthly: 'https://buy.example/m' })
})

test('each price that is set buys Premium', () => {
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
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is wrong: must start with sk_ or rk_'],
  [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET is wrong: must start with whsec_'],
  [{ STRIPE_LINK_PRO_MONTHLY: 'buy.example' }, 'STRIPE_LINK_PRO_MONTHLY is wrong'],
])('settings by which customers could pay without getting their plan are refused: %j', (settings, message) => {
  expect(() => parseConfig(settings)).toThrow(message)
  expect(() => parseConfig({ ...STRIPE, ...MONTHLY })).not.toThrow()
})
