import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { PlanChoice } from './plan-choice.ts'

/** Whoever buys: who they are goes along to the payment provider's page. */
export interface Buyer {
  id: string
  email?: string | undefined
}

/**
 * The hosted checkout's address for a choice, with the buyer's e-mail address filled in and their id as reference.
 * @throws when the operator set no link for it.
 */
export function startCheckout(
  { plan, period }: PlanChoice,
  { id, email }: Buyer,
  links: Capabilities['checkout'],
): string {
  const link = links?.[`${plan}_${period}`]
  if (link === undefined) throw new Error(`There is no payment link for ${plan}, ${period}.`)
  const address = new URL(link)
  if (email !== undefined) address.searchParams.set('prefilled_email', email)
  address.searchParams.set('client_reference_id', id)
  return address.href
}
