import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getData } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { FACTORS_KEY, SESSIONS_KEY } from './query-keys.ts'

/** The signed-in user's second factors. */
export function useFactors() {
  const { auth } = useServices()
  return useQuery({ queryKey: FACTORS_KEY, queryFn: async () => getData(await auth.mfa.listFactors()) })
}

/**
 * @returns a function that refetches the factors and the devices: adding a first factor signs out devices without it.
 */
export function useFactorsChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: SESSIONS_KEY })
    await queryClient.invalidateQueries({ queryKey: FACTORS_KEY })
  }
}
