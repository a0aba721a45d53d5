import type { ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../../lib/services.tsx'
import { NarrowPage } from '../../ui/narrow-page.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { FullPageSpinner } from '../../ui/spinner.tsx'
import { useAuth } from './auth-provider.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { getVerified } from './second-factor-ways.ts'
import { useSignOut } from './use-sign-out.ts'

/** Shows its children to sessions with the second factor their user requires; prompts others for it first. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { auth } = useServices()
  const { user } = useAuth()
  const factors = getVerified(user?.factors ?? [])
  const { data: passes, refetch } = useQuery({
    queryKey: ['assurance', user?.id, factors.length > 0],
    queryFn: async () => {
      if (factors.length === 0) return true
      if ((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel === 'aal2') return true
      // The session's own copy of the account may be older than a change made elsewhere.
      const { data } = await auth.getUser()
      return data.user?.factors !== undefined && getVerified(data.user.factors).length === 0
    },
    staleTime: Infinity,
    // Users who add their first factor continue where they were.
    placeholderData: keepPreviousData,
  })
  if (factors.length === 0 || passes) return children
  if (passes === undefined) return <FullPageSpinner label="Loading..." />
  return (
    <NarrowPage>
      <PageTitle>Two-step sign-in</PageTitle>
      <SecondFactorForm auth={auth} factors={factors} onDone={() => void refetch()} />
      <SignOutInstead />
    </NarrowPage>
  )
}

function SignOutInstead() {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => void signOut()} className={`mt-6 text-15 ${TEXT_LINK}`}>
      Sign out instead
    </button>
  )
}
