import { expect, test } from 'vitest'
import { choiceAddress, readChoice } from './plan-choice.ts'
import { startCheckout } from './use-checkout.ts'

const LINKS = { pro_monthly: 'https://pay.example/m?locale=en', pro_yearly: 'https://pay.example/y' }

test('passes the buyer to the checkout, and keeps the link’s own parameters', () => {
  const address = startCheckout({ plan: 'pro', period: 'monthly' }, { id: 'u1', email: 'ann+x@example.org' }, LINKS)
  expect(address).toBe('https://pay.example/m?locale=en&prefilled_email=ann%2Bx%40example.org&client_reference_id=u1')
})

test('checkout has a separate link for each period', () => {
  expect(startCheckout({ plan: 'pro', period: 'yearly' }, { id: 'u1' }, LINKS)).toBe(
    'https://pay.example/y?client_reference_id=u1',
  )
})

test.each([[undefined], [{}], [{ pro_monthly: LINKS.pro_monthly }]])(
  'checkout fails without a payment link (%j)',
  (links) => {
    expect(() => startCheckout({ plan: 'pro', period: 'yearly' }, { id: 'u1' }, links)).toThrow('no payment link')
  },
)

test('a choice survives the round trip through its URL', () => {
  const choice = { plan: 'pro', period: 'yearly' } as const
  expect(readChoice(new URL(choiceAddress(choice), 'http://localhost').searchParams)).toEqual(choice)
})

test.each(['', 'plan=pro', 'plan=team&period=yearly', 'plan=pro&period=weekly'])(
  'rejects "%s" as a choice',
  (search) => {
    expect(readChoice(new URLSearchParams(search))).toBeNull()
  },
)
