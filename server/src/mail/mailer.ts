export interface Mail {
  to: string
  /** Reply-to address; default: the sender's. */
  replyTo?: string
  subject: string
  /** Id of the account that the email is about; an outbox deletes the email with the account. */
  accountId?: string
  /** Plain text; the HTML part is generated from it. */
  text: string
}

/** Sends an email, or writes it to the operator's outbox. */
export interface Mailer {
  /** True when emails really leave this machine. */
  readonly sends: boolean
  /** Rejects with TransientFailure when the email could not be sent. */
  send(mail: Mail): Promise<void>
}
