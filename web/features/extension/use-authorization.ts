import { useMutation, useQuery } from '@tanstack/react-query'
import { ANY_REPLY } from '@callfolio/shared/api-client.ts'
import { EXTENSION_AUTHORIZATION_PATH, extensionCodeSchema } from '@callfolio/shared/contract/extension.ts'
import { useServices } from '../../lib/services.tsx'
import { answerAddress, type ContinueRequest } from './continue-request.ts'

/** Asks whether the extension may be let in as it asks. */
export function useRequestCheck({ state: _, ...request }: ContinueRequest) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['extension', request],
    queryFn: ({ signal }) =>
      api.request(`${EXTENSION_AUTHORIZATION_PATH}?${new URLSearchParams(request)}`, ANY_REPLY, { signal }),
  })
}

/** Lets the extension in and hands it the code. */
export function useGrant({ state, ...request }: ContinueRequest) {
  const { api } = useServices()
  return useMutation({
    mutationFn: () => api.request(EXTENSION_AUTHORIZATION_PATH, extensionCodeSchema, { method: 'POST', body: request }),
    onSuccess: ({ code }) => location.assign(answerAddress({ ...request, state }, { code })),
  })
}
