import type { Accounts } from './accounts.ts'
import { redirectTarget } from './one-time-links.ts'
import { limitAttempts, type ClientFacts } from './rate-limits.ts'

/**
 * Mails a link with which the address's owner chooses a new password. The account is looked up in the background, so that
 * neither the answer nor its duration reveals whether there is one.
 * @throws {AuthError} a limit's.
 */
export async function recover(
  accounts: Accounts,
  { email, redirectTo, client }: { email: string; redirectTo: string | undefined; client: ClientFacts },
): Promise<void> {
  await limitAttempts(accounts, 'recover', { clientAddress: client.address, email })
  accounts.background.run('Asking for a mail of a password reset', async () => {
    const user = await accounts.users.byEmail(email)
    if (!user) return
    const target = redirectTarget(redirectTo, { publicUrl: accounts.publicUrl(), fallback: '' })
    const event = { kind: 'account.recovery_requested' as const, userId: user.id, redirectTo: target }
    await accounts.users.record(event, accounts.clock())
  })
}

/**
 * Mails the confirmation of a sign-up again, if one is pending, which the answer does not reveal. Earlier links stay valid.
 * @throws {AuthError} a limit's.
 */
export async function resendConfirmation(
  accounts: Accounts,
  { email, redirectTo, client }: { email: string; redirectTo: string | undefined; client: ClientFacts },
): Promise<void> {
  await limitAttempts(accounts, 'resend', { clientAddress: client.address, email })
  accounts.background.run('Asking for a mail of a confirmation again', async () => {
    const user = await accounts.users.byEmail(email)
    if (!user || user.confirmedAt) return
    const target = redirectTarget(redirectTo, { publicUrl: accounts.publicUrl(), fallback: '' })
    const event = { kind: 'account.confirmation_requested' as const, userId: user.id, redirectTo: target }
    await accounts.users.record(event, accounts.clock())
  })
}
