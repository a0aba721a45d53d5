/** Sends a text message, or keeps it where the operator finds it. */
export interface SmsSender {
  /** True when a message really leaves this machine. */
  readonly sends: boolean
  /**
   * @param to E.164. @returns the sender's id of the message; null where there is none.
   * Rejects with TransientFailure when the message could not go.
   */
  send(message: { to: string; text: string }): Promise<{ id: string | null }>
}
