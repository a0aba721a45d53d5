import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from '../../ui/navigation.tsx'
import { PROVIDER_SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { refuse } from '../../lib/auth-answer.ts'
import { useServices } from '../../lib/services.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { readProviderAnswer } from './provider-answer.ts'
import { SignInBanner } from './sign-in-banner.tsx'

/** Exchanges another service's sign-in code for a session and continues; an error leads back to the sign-in. */
export function ProviderReturn() {
  const [answer] = useState(() => readProviderAnswer(location))
  const exchangeProblem = useExchange(answer)
  const problem = 'problem' in answer ? answer.problem : exchangeProblem
  if (problem === null) return <Spinner label="Signing in..." />
  return (
    <>
      <h1 className="mb-6 text-28 font-semibold tracking-tight">You’re not signed in</h1>
      <SignInBanner state={{ returnTo: answer.to }}>{problem}</SignInBanner>
    </>
  )
}

/** The tab's own storage is only used for the round trip. */
function forgetWay(): void {
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(PROVIDER_SESSION_KEY)))
    sessionStorage.removeItem(key)
}

/** @returns why there is no session; null while it is pending. */
function useExchange(answer: ReturnType<typeof readProviderAnswer>): string | null {
  const { auth, createProviderAuth } = useServices()
  const navigate = useNavigate()
  const code = 'code' in answer ? answer.code : null
  // A code is valid once, and a query requests it once.
  const { isSuccess, error } = useQuery({
    queryKey: ['exchange', code],
    queryFn: async () => {
      const { data, error: refusal } = await createProviderAuth().exchangeCodeForSession(code ?? '')
      forgetWay()
      refuse(refusal)
      if (data.session) refuse((await auth.setSession(data.session)).error)
      return true
    },
    enabled: code !== null,
    retry: false,
    staleTime: Infinity,
  })
  useEffect(() => {
    // Prevents reading it from the URL again.
    if (code !== null) history.replaceState(history.state, '', location.pathname)
  }, [code])
  useEffect(() => {
    if (isSuccess) navigate(answer.to, { replace: true })
  }, [isSuccess, navigate, answer.to])
  return error && error.message
}
