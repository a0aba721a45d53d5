import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refuse } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { useAuth } from '../../session/auth-provider.tsx'
import { pendingChange } from './pending-change.ts'

const KEY = ['account']

/**
 * The signed-in user's email address, its pending change, and whether the account has no password. Changes are
 * confirmed in another place: the service is queried again whenever the page becomes visible.
 */
export function useAccount() {
  const { auth } = useServices()
  const { user } = useAuth()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const { data: answer, error } = await auth.getUser()
      refuse(error)
      return answer.user
    },
    refetchOnWindowFocus: 'always',
  })
  const email = data?.email ?? user?.email ?? ''
  const isStale = data?.email !== undefined && data.email !== user?.email
  useEffect(() => {
    // All tabs read the address from the session.
    if (isStale) void auth.refreshSession()
  }, [auth, isStale])
  return { email, pending: pendingChange(data ?? null), lacksPassword: lacksPassword(data ?? null) }
}

/** Fields the service sends that the library's type omits. */
function lacksPassword(user: object | null): boolean {
  return user !== null && 'has_password' in user && user.has_password === false
}

/** @returns a function that refetches the account. */
export function useAccountChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: KEY })
}
