import type { GoTrueClient } from '@supabase/auth-js'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'

/** An account with a second step is entered where all of its kinds can be given. */
export const TWO_STEP = 'Your account has two-step sign-in. Use “Continue with the web app”.'

/** The extension can't show a captcha: browsers let it load no script from elsewhere. */
export const CAPTCHA = 'This server asks for a captcha. Use “Continue with the web app”.'

interface PasswordSignInDeps {
  auth: Pick<GoTrueClient, 'setSession'>
  /** A client that keeps no session: half a sign-in shall open nothing here. */
  passing: Pick<GoTrueClient, 'signInWithPassword' | 'signOut'>
}

/** Signs in with e-mail and password. @returns why not, as a sentence; null when it worked. */
export async function signInByPassword(
  { auth, passing }: PasswordSignInDeps,
  credentials: { email: string; password: string },
): Promise<string | null> {
  try {
    const { data, error } = await passing.signInWithPassword(credentials)
    if (error) return error.code === 'captcha_failed' ? CAPTCHA : sentenceFor(error)
    if (data.user.factors?.some(({ status }) => status === 'verified')) {
      await passing.signOut({ scope: 'local' })
      return TWO_STEP
    }
    const kept = await auth.setSession(data.session)
    return kept.error && sentenceFor(kept.error)
  } catch {
    return AUTH_TEXTS.unexpected
  }
}
