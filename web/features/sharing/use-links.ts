import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ANY_REPLY } from '@callfolio/shared/api-client.ts'
import { createLinkReplySchema, linkListSchema, SHARE_PATHS, type CreateLink } from '@callfolio/shared/contract/share.ts'
import { useServices } from '../../lib/services.tsx'

const LINKS_KEY = ['links']

/** The signed-in user's shareable links, newest first. */
export function useLinks() {
  const { api } = useServices()
  return useQuery({
    queryKey: LINKS_KEY,
    queryFn: async ({ signal }) => (await api.request(SHARE_PATHS.list, linkListSchema, { signal })).links,
  })
}

/** Makes one more link to a microsite. */
export function useCreateLink() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (link: CreateLink) => api.request(SHARE_PATHS.create, createLinkReplySchema, { method: 'POST', body: link }),
    onSuccess: () => refreshLinks(queryClient),
  })
}

/** Deletes a link; whoever has it can't open it any more. */
export function useDeleteLink() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.request(SHARE_PATHS.one(id), ANY_REPLY, { method: 'DELETE' }),
    onSuccess: () => refreshLinks(queryClient),
  })
}

/** Has the links read again; they carry titles of microsites. */
function refreshLinks(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: LINKS_KEY })
}
