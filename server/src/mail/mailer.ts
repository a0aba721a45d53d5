export interface Mail {
  to: string
  /** E-mail address that an answer goes to; default: the sender's. */
  replyTo?: string
  subject: string
  /** Id of the account that it is about: kept in an outbox, whose mails go with the account. */
  accountId?: string
  /** Plain text; the HTML part is made from it. */
  text: string
}

/** Sends a mail, or keeps it where the operator finds it. */
export interface Mailer {
  /** True when a mail really leaves this machine. */
  readonly sends: boolean
  /** Rejects with TransientFailure when the mail could not go. */
  send(mail: Mail): Promise<void>
}
