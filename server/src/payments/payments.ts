/** The current state of a subscription at the payment provider. */
export interface PaymentSubscription {
  id: string
  customerId: string
  /** The provider's status: active, trialing, past_due, unpaid, canceled, … */
  status: string
  /** What is subscribed to, each with the end of the period that is billed. */
  items: readonly { priceId: string; periodEnd: Date }[]
  /** Null while it goes on. `reason`: the provider's code for why it ended. */
  ended: { at: Date; reason: string | null } | null
  latestInvoice: { id: string; createdAt: Date; paid: boolean } | null
}

/** What an event is about. Its content may be outdated when it arrives, so only ids are taken from it. */
export interface EventSubject {
  customerId: string
  /** Null: any of the customer's subscriptions. */
  subscriptionId: string | null
  /** Who bought, by the checkout; null in all other events. Buyers write both themselves, so neither proves anything. */
  buyer: { userId: string; email: string | null } | null
}

export interface PaymentEvent {
  id: string
  type: string
  /** Null when the event is irrelevant here. */
  subject: EventSubject | null
}

/** The payment provider. All but `readEvent` reject with TransientFailure when it can't be reached or asked. */
export interface Payments {
  /** @returns null when the provider knows no such subscription. */
  readSubscription(id: string): Promise<PaymentSubscription | null>
  /** Ids of a customer's subscriptions, the ended ones too. */
  listSubscriptions(customerId: string): Promise<string[]>
  /** True when everything that was paid of an invoice was refunded. */
  isRefunded(invoiceId: string): Promise<boolean>
  /** Ends a subscription at once; one that has ended stays so. */
  cancelSubscription(id: string): Promise<void>
  /** The address of a portal session, good for minutes; null when the provider knows no such customer. */
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string | null>
  /**
   * Reads an event after checking that the provider signed these very bytes not long ago.
   * @throws AppError invalid_request when it did not.
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent>
}
