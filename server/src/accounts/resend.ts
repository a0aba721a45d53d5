import type { Accounts } from './accounts.ts'
import type { ClientFacts } from './client-facts.ts'
import { limitTries } from './rate-limits.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * Mails the confirmation of a sign-up again, if one is pending; the answer doesn't tell. Earlier links stay good.
 * @throws {AuthError} a limit's.
 */
export async function resendConfirmation(
  accounts: Accounts,
  { email, redirectTo, client }: { email: string; redirectTo: string | undefined; client: ClientFacts },
): Promise<void> {
  await limitTries(accounts, 'resend', { clientAddress: client.address, email })
  accounts.background.run('Asking for a mail of a confirmation again', async () => {
    const user = await accounts.users.byEmail(email)
    if (!user || user.confirmedAt) return
    const target = redirectTarget(redirectTo, { publicUrl: accounts.publicUrl(), fallback: '' })
    const event = { kind: 'account.confirmation_requested' as const, userId: user.id, redirectTo: target }
    await accounts.users.record(event, accounts.clock())
  })
}
