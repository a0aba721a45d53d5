import { useServices } from '../../lib/services.tsx'
import { useAuth } from '../session/auth-provider.tsx'
import {
  changeProblem,
  PASSWORD_TEXTS,
  updateProblem,
  verificationProblem,
  type PasswordChange,
} from './password-rules.ts'

/** @returns a function that changes the password; it gives a sentence when that was not possible, else null. */
export function useChangePassword(): (change: PasswordChange) => Promise<string | null> {
  const { auth, createPassingAuth } = useServices()
  const { user } = useAuth()
  return async (change) => {
    const wrong = changeProblem(change)
    if (wrong !== null) return wrong
    if (!user?.email) return PASSWORD_TEXTS.noUser
    try {
      const checker = createPassingAuth()
      const { error } = await checker.signInWithPassword({ email: user.email, password: change.current })
      if (error) return verificationProblem(error)
      await checker.signOut({ scope: 'local' })
      const updated = await auth.updateUser({ password: change.next })
      return updated.error && updateProblem(updated.error)
    } catch {
      return PASSWORD_TEXTS.unexpected
    }
  }
}
