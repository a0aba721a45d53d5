import type { Accounts } from './accounts.ts'
import type { ClientFacts } from './client-facts.ts'
import { confirmationMail } from './mails.ts'
import { createOneTimeLink } from './one-time-link.ts'
import { limitTries } from './rate-limits.ts'

/**
 * Mails the confirmation of a sign-up again, if one is pending; the answer doesn't tell. Earlier links stay good.
 * @throws {AuthError} a limit's.
 */
export async function resendConfirmation(
  accounts: Accounts,
  { email, redirectTo, client }: { email: string; redirectTo: string | undefined; client: ClientFacts },
): Promise<void> {
  await limitTries(accounts, 'resend', { clientAddress: client.address, email })
  accounts.background.run('Mailing a confirmation again', async () => {
    const user = await accounts.users.byEmail(email)
    if (!user || user.confirmedAt) return
    const link = await createOneTimeLink(accounts, { userId: user.id, purpose: 'signup', redirectTo })
    await accounts.mailer.send({ to: user.email, ...confirmationMail(link) })
  })
}
