import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { User } from '@supabase/auth-js'
import { watchSessionEnd } from '@callfolio/shared/client/watch-session-end.ts'
import { useServices } from '../../lib/services.tsx'

export type AuthState =
  | { status: 'loading'; user: null }
  | { status: 'signed_out'; user: null }
  | { status: 'signed_in'; user: User }

export const AuthContext = createContext<AuthState | null>(null)

/** Follows the identity client's events; clears the previous user's query cache. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const [state, setState] = useState<AuthState>({ status: 'loading', user: null })

  useEffect(() => {
    let userId: string | null = null
    const { data } = auth.onAuthStateChange((_event, session) => {
      const nextId = session?.user.id ?? null
      if (userId !== null && nextId !== userId) queryClient.clear()
      userId = nextId
      setState(session === null ? { status: 'signed_out', user: null } : { status: 'signed_in', user: session.user })
    })
    return () => data.subscription.unsubscribe()
  }, [auth, queryClient])

  const isSignedIn = state.status === 'signed_in'
  useEffect(() => (isSignedIn ? watchSessionEnd(auth) : undefined), [auth, isSignedIn])

  return <AuthContext value={state}>{children}</AuthContext>
}

/** The signed-in user. */
export function useAuth(): AuthState {
  const state = use(AuthContext)
  if (state === null) throw new Error('useAuth must be used within an AuthProvider')
  return state
}
