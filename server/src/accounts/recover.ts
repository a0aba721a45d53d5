import type { Accounts } from './accounts.ts'
import type { ClientFacts } from './client-facts.ts'
import { recoveryMail } from './mails.ts'
import { createOneTimeLink } from './one-time-link.ts'
import { limitTries } from './rate-limits.ts'

/**
 * Mails a link that lets the address's owner choose a new password. Looking and sending happen behind the answer, so
 * that neither it nor its duration tells whether there is an account.
 * @throws {AuthError} a limit's.
 */
export async function recover(
  accounts: Accounts,
  { email, redirectTo, client }: { email: string; redirectTo: string | undefined; client: ClientFacts },
): Promise<void> {
  await limitTries(accounts, 'recover', { clientAddress: client.address, email })
  accounts.background.run('Mailing a password reset', async () => {
    const user = await accounts.users.byEmail(email)
    if (!user) return
    const link = await createOneTimeLink(accounts, { userId: user.id, purpose: 'recovery', redirectTo })
    await accounts.mailer.send({ to: user.email, ...recoveryMail(link) })
  })
}
