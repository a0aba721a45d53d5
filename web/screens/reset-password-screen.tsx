import { useEffect, useState } from 'react'
import { useLocation } from '../ui/navigation.tsx'
import { readRecoveryTokens } from '../features/session/emailed-link.ts'
import { ResetPasswordForm } from '../features/session/reset-password-form.tsx'
import { RESET_TEXTS } from '../features/session/reset-rules.ts'
import { SignInBanner } from '../features/session/sign-in-banner.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** /reset-password: reads the tokens from the fragment, once, and removes them from the address bar. */
export function ResetPasswordScreen() {
  const { hash } = useLocation()
  const [tokens] = useState(() => readRecoveryTokens(hash))
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  return (
    <NarrowPage>
      <PageTitle>Reset password</PageTitle>
      <h1 className="mb-6 text-28 font-semibold tracking-tight">Set a new password</h1>
      {tokens ? <ResetPasswordForm tokens={tokens} /> : <SignInBanner>{RESET_TEXTS.noToken}</SignInBanner>}
    </NarrowPage>
  )
}
