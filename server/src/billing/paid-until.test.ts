import { expect, test } from 'vitest'
import type { PaymentSubscription } from '../payments/payments.ts'
import { paidUntil } from './apply-payment-event.ts'

const INVOICED = new Date('2026-11-01T00:00:00Z')
const ENDED = new Date('2026-11-10T00:00:00Z')
const PERIOD_END = new Date('2026-12-01T00:00:00Z')

const subscription = (part: Partial<PaymentSubscription>): PaymentSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  items: [],
  ended: null,
  latestInvoice: { id: 'in_1', createdAt: INVOICED, paid: true },
  ...part,
})
const until = (part: Partial<PaymentSubscription>, refunded = false) =>
  paidUntil(subscription(part), PERIOD_END, async () => refunded)
const cancelled = (reason: string | null): Partial<PaymentSubscription> => ({
  status: 'canceled',
  ended: { at: ENDED, reason },
})

test('an active or cancelled subscription is paid until the end of its period', async () => {
  expect(await until({})).toEqual(PERIOD_END)
  expect(await until(cancelled('cancellation_requested'))).toEqual(PERIOD_END)
  expect(await until(cancelled(null))).toEqual(PERIOD_END)
})

test.each(['payment_failed', 'payment_disputed'])(
  'excludes the last period of a subscription ended by %s',
  async (reason) => {
    expect(await until(cancelled(reason))).toEqual(ENDED)
  },
)

test('excludes the period of a subscription cancelled while its payment failed', async () => {
  expect(
    await until({
      ...cancelled('cancellation_requested'),
      latestInvoice: { id: 'in_1', createdAt: INVOICED, paid: false },
    }),
  ).toEqual(ENDED)
})

test('a refund ends a cancelled subscription at once, and changes nothing for an active one', async () => {
  expect(await until(cancelled('cancellation_requested'), true)).toEqual(ENDED)
  expect(await until({}, true)).toEqual(PERIOD_END)
})

test('adds a fourteen-day grace period from the invoice after a failed payment', async () => {
  expect(await until({ status: 'past_due' })).toEqual(new Date('2026-11-15T00:00:00Z'))
})
