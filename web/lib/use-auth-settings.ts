import { useQuery } from '@tanstack/react-query'
import {
  AUTH_SETTINGS_PATH,
  authSettingsSchema,
  type AuthSettings,
} from '@callfolio/shared/contract/accounts/auth-settings.ts'
import { requestPublicly } from './public-api.ts'

/** The server's sign-in methods; undefined until known. Without them a page offers only the password. */
export function useAuthSettings(): AuthSettings | undefined {
  return useQuery({
    queryKey: ['auth-settings'],
    queryFn: ({ signal }) => requestPublicly(AUTH_SETTINGS_PATH, authSettingsSchema, { signal }),
    staleTime: 300_000,
  }).data
}
