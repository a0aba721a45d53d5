import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BRANDING_PATHS, brandingSchema } from '@callfolio/shared/contract/branding.ts'
import type { ApiRequest } from '@callfolio/shared/api-client.ts'
import { useServices } from '../../lib/services.tsx'

const BRANDING_KEY = ['branding']

/** The branding of the signed-in user's pages. */
export function useBranding() {
  const { api } = useServices()
  return useQuery({
    queryKey: BRANDING_KEY,
    queryFn: ({ signal }) => api.request(BRANDING_PATHS.one, brandingSchema, { signal }),
    staleTime: 60_000,
  })
}

/** Sets the accent color (`#rrggbb`); null: the product's default. */
export function useSetAccent() {
  return useChange((accent: string | null) => ({ path: BRANDING_PATHS.one, method: 'PUT', body: { accent } }))
}

/** Sets the logo; null removes it. */
export function useSetLogo() {
  return useChange((logo: Blob | null) =>
    logo === null
      ? { path: BRANDING_PATHS.logo, method: 'DELETE' }
      : { path: BRANDING_PATHS.logo, method: 'PUT', body: logo },
  )
}

/** A mutation that returns the resulting branding. */
function useChange<Value>(requestFor: (value: Value) => ApiRequest & { path: string }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (value: Value) => {
      const { path, ...request } = requestFor(value)
      return api.request(path, brandingSchema, request)
    },
    onSuccess: (branding) => queryClient.setQueryData(BRANDING_KEY, branding),
  })
}
