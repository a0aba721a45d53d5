import { useState } from 'react'
import { AUTH_TEXTS, sentenceFor, type AuthMode, type Credentials } from '@callfolio/shared/client/credentials.ts'
import { useServices } from '../../lib/services.tsx'
import type { Captcha } from './captcha/use-captcha.tsx'

/** Result of signing in or up: a session, or an email address that has to be verified first. */
export interface Entrance {
  mode: AuthMode
  email: string
  pendingVerification: boolean
}

/** Signs in or up with the identity service; returns an error as a sentence. */
export function useEnter({ spend }: Pick<Captcha, 'spend'>) {
  const { auth } = useServices()
  const [busy, setBusy] = useState(false)

  const enter = async (mode: AuthMode, credentials: Credentials): Promise<Entrance | { problem: string }> => {
    const email = credentials.email.trim()
    const { password } = credentials
    setBusy(true)
    try {
      const { data, error } = await spend((solved) =>
        mode === 'sign-in'
          ? auth.signInWithPassword({ email, password, options: solved })
          : auth.signUp({
              email,
              password,
              options: { data: getMetadata(credentials), emailRedirectTo: `${location.origin}/dashboard`, ...solved },
            }),
      )
      if (error) return { problem: sentenceFor(error) }
      return { mode, email, pendingVerification: data.session === null }
    } catch {
      return { problem: AUTH_TEXTS.unexpected }
    } finally {
      setBusy(false)
    }
  }

  return { enter, busy }
}

/** The time zone decides when the user's month begins. */
function getMetadata({ name }: Credentials) {
  return { full_name: name.trim(), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
