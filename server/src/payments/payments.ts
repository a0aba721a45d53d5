/** The current state of a subscription at the payment provider. */
export interface PaymentSubscription {
  id: string
  customerId: string
  /** The provider's status: active, trialing, past_due, unpaid, canceled, … */
  status: string
  /** The subscribed items, each with the end of its billing period. */
  items: readonly { priceId: string; periodEnd: Date }[]
  /** Null while it is not ended. `reason`: the provider's code for why it ended. */
  ended: { at: Date; reason: string | null } | null
  latestInvoice: { id: string; createdAt: Date; paid: boolean } | null
}

/** An event's subject. Its content may be outdated when it arrives, so only ids are used. */
export interface EventSubject {
  customerId: string
  /** Null: any of the customer's subscriptions. */
  subscriptionId: string | null
  /**
   * The buyer, from the checkout; null in all other events. Buyers enter both themselves, so neither proves anything.
   */
  buyer: { userId: string; email: string | null } | null
}

export interface PaymentEvent {
  id: string
  type: string
  /** Null when the event is irrelevant here. */
  subject: EventSubject | null
}

/** The payment provider. All methods but `readEvent` reject with TransientFailure when it is unreachable or fails. */
export interface Payments {
  /** @returns null when the provider knows no such subscription. */
  readSubscription(id: string): Promise<PaymentSubscription | null>
  /** Ids of a customer's subscriptions, including ended ones. */
  listSubscriptions(customerId: string): Promise<string[]>
  /** True when an invoice was fully refunded. */
  isRefunded(invoiceId: string): Promise<boolean>
  /** Ends a subscription at once; no effect if it has ended. */
  cancelSubscription(id: string): Promise<void>
  /** The address of a portal session, valid for minutes; null when the provider knows no such customer. */
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string | null>
  /**
   * Reads an event after verifying that the provider signed exactly these bytes recently.
   * @throws AppError invalid_request when it did not.
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent>
}
