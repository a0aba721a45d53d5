import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { useServices } from '../../lib/services.tsx'
import type { RecoveryTokens } from './mailed-link.ts'
import { resetRefusal } from './reset-rules.ts'

/** @returns a function that sets the password and ends the recovery session; it gives a sentence when that was refused. */
export function useResetPassword(tokens: RecoveryTokens): (password: string) => Promise<string | null> {
  const { auth, createPassingAuth } = useServices()
  return async (password) => {
    const recovery = createPassingAuth()
    const opened = await recovery.setSession(tokens)
    if (opened.error) return resetRefusal(sentenceFor(opened.error))
    const { data, error } = await recovery.updateUser({ password })
    if (error) return resetRefusal(sentenceFor(error))
    await recovery.signOut({ scope: 'local' })
    // A new password ends the account's other sessions, so this browser's own one is over too.
    const { data: kept } = await auth.getSession()
    if (kept.session?.user.id === data.user.id) await auth.signOut({ scope: 'local' })
    return null
  }
}
