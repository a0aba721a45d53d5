import type { Accounts } from './accounts.ts'
import type { ClientFacts } from './client-facts.ts'
import { limitTries } from './rate-limits.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * Mails a link that lets the address's owner choose a new password. Looking it up happens behind the answer, so
 * that neither it nor its duration tells whether there is an account.
 * @throws {AuthError} a limit's.
 */
export async function recover(
  accounts: Accounts,
  { email, redirectTo, client }: { email: string; redirectTo: string | undefined; client: ClientFacts },
): Promise<void> {
  await limitTries(accounts, 'recover', { clientAddress: client.address, email })
  accounts.background.run('Asking for a mail of a password reset', async () => {
    const user = await accounts.users.byEmail(email)
    if (!user) return
    const target = redirectTarget(redirectTo, { publicUrl: accounts.publicUrl(), fallback: '' })
    const event = { kind: 'account.recovery_requested' as const, userId: user.id, redirectTo: target }
    await accounts.users.record(event, accounts.clock())
  })
}
