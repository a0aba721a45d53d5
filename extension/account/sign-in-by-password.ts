import type { GoTrueClient } from '@supabase/auth-js'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'

/** Accounts with a second factor sign in where all kinds of factors are supported. */
export const TWO_STEP = 'Your account has two-step sign-in. Use “Continue with the web app”.'

/** The extension can't show a captcha: browsers let it load no external script. */
export const CAPTCHA = 'This server uses a captcha. Use “Continue with the web app”.'

interface PasswordSignInDeps {
  auth: Pick<GoTrueClient, 'setSession'>
  /** A client that stores no session: half a sign-in must open nothing here. */
  passing: Pick<GoTrueClient, 'signInWithPassword' | 'signOut'>
}

/** Signs in with email and password. @returns the error as a sentence; null on success. */
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
