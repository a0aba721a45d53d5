import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { PLANS } from '@callfolio/shared/plans.ts'
import { SubscriptionContext, type SubscriptionState } from '../plan/subscription-context.ts'
import { PlanNote } from './plan-setting.tsx'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

const STATE: SubscriptionState = {
  plan: PLANS.pro,
  subscribed: true,
  paid: false,
  billed: false,
  status: 'active',
  periodEnd: '2027-01-31T23:59:59.999Z',
  usage: undefined,
  loading: false,
  awaitsPayment: false,
  readPortal: () => Promise.reject(new Error('no portal')),
}

function noteIn(zone: string, change: Partial<SubscriptionState> = {}): string {
  process.env.TZ = zone
  return renderToString(
    <SubscriptionContext value={{ ...STATE, ...change }}>
      <PlanNote portal={false} />
    </SubscriptionContext>,
  ).replaceAll('<!-- -->', '')
}

test.each(['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'a plan that is given until a day says that day in %s',
  (zone) => {
    expect(noteIn(zone)).toContain('Your admin gave you Premium until Jan 31, 2027.')
  },
)

test('shows the end of a paid plan as the reader’s local date', () => {
  expect(noteIn('Asia/Tokyo', { paid: true, status: 'canceled' })).toContain('Premium stays active until Feb 1, 2027.')
})
