import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@supabase/auth-js'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { watchSessionEnd } from '@callfolio/shared/client/watch-session-end.ts'
import { watchUser } from '../../account/watch-session.ts'
import { useServices } from '../services.tsx'

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed_out'; user: null }
  | { status: 'signed_in'; user: User }

const SessionContext = createContext<SessionState | null>(null)

/** Follows the session, whichever part of the extension changes it; clears the previous user's query cache. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { account } = useServices()
  const queryClient = useQueryClient()
  const [state, setState] = useState<SessionState>({ status: 'loading', user: null })

  useEffect(() => {
    let userId: string | null = null
    return watchUser(account, (user) => {
      const nextId = user?.id ?? null
      if (userId !== null && nextId !== userId) queryClient.clear()
      userId = nextId
      setState(user === null ? { status: 'signed_out', user } : { status: 'signed_in', user })
    })
  }, [account, queryClient])

  const isSignedIn = state.status === 'signed_in'
  useEffect(() => (isSignedIn ? watchSessionEnd(account.auth) : undefined), [account, isSignedIn])

  return <SessionContext value={state}>{children}</SessionContext>
}

/** Who is signed in. Throws outside its provider. */
export function useSession(): SessionState {
  const state = use(SessionContext)
  if (state === null) throw new Error('useSession must be used within a SessionProvider')
  return state
}
