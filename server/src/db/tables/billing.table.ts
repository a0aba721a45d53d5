import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Plans, payments, and usage counters. */
export function billingTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, int, time, index, primaryKey } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  /** The plan an operator granted a user. The best of this and the paid plan applies. */
  const subscriptions = table('subscriptions', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: text('plan_id').$type<PlanId>().notNull(),
    status: text('status').notNull(),
    currentPeriodEnd: time('current_period_end'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })

  /** The payment provider's view of a subscription, as last retrieved. */
  const paymentSubscriptions = table(
    'payment_subscriptions',
    {
      /** The provider's id of the subscription. */
      id: id(),
      customerId: text('customer_id').notNull(),
      /** Null until the customer is matched to a user. */
      userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      planId: text('plan_id').$type<PlanId>().notNull(),
      status: text('status').notNull(),
      /** When the subscription stops granting its plan, if limited (`paidUntil` in billing/apply-payment-event.ts). */
      currentPeriodEnd: time('current_period_end'),
      createdAt: createdAt(),
      /** Also the version for optimistic updates from payment events. */
      updatedAt: updatedAt(),
    },
    (t) => [index('payment_subscriptions_customer').on(t.customerId), index('payment_subscriptions_user').on(t.userId)],
  )

  /** Maps customers to users, as learned from the checkout. */
  const paymentCustomers = table(
    'payment_customers',
    {
      /** The provider's id of the customer. */
      id: id(),
      userId: owner(),
      createdAt: createdAt(),
    },
    (t) => [index('payment_customers_user').on(t.userId)],
  )

  /** Usage counters behind the limits, raised in the same batch as what they count, so that no race exceeds a limit. */
  const quotas = table(
    'quotas',
    {
      userId: owner(),
      kind: text('kind').$type<'microsites' | 'tags' | 'speech_parts'>().notNull(),
      /** YYYY-MM in the user's time zone, or `all`. */
      period: text('period').notNull(),
      used: int('used').notNull(),
    },
    (t) => [primaryKey({ columns: [t.userId, t.kind, t.period] })],
  )

  return { subscriptions, paymentSubscriptions, paymentCustomers, quotas }
}
