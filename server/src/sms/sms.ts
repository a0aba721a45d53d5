/** Sends a text message, or writes it to the operator's outbox. */
export interface SmsSender {
  /** True when messages really leave this machine. */
  readonly sends: boolean
  /**
   * @param to E.164. @returns the provider's id of the message; null if there is none. Rejects with TransientFailure
   * when the message could not be sent.
   */
  send(message: { to: string; text: string }): Promise<{ id: string | null }>
}
