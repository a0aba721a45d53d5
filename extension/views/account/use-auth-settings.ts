import { useQuery } from '@tanstack/react-query'
import { AUTH_SETTINGS_PATH, authSettingsSchema } from '@callfolio/shared/contract/auth-settings.ts'
import { useServices } from '../services.tsx'

/** How one can sign in to this server; undefined until it is known. */
export function useAuthSettings() {
  const { account } = useServices()
  return useQuery({
    queryKey: ['auth-settings', account.server],
    queryFn: ({ signal }) => account.api.request(AUTH_SETTINGS_PATH, authSettingsSchema, { signal }),
  })
}
