import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/accounts/account.ts'
import { useServices } from '../services.tsx'

export const USAGE_KEY = ['usage']

/** The signed-in user's plan and microsites this month. */
export function useUsage() {
  const { account } = useServices()
  return useQuery({
    queryKey: USAGE_KEY,
    queryFn: ({ signal }) => account.api.request(ACCOUNT_PATHS.usage, usageSchema, { signal }),
  })
}
