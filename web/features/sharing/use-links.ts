import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ANY_REPLY } from '@callfolio/shared/api-client.ts'
import { createLink } from '@callfolio/shared/client/create-link.ts'
import {
  linkListSchema,
  linkViewsSchema,
  SHARE_PATHS,
  shareableLinkSchema,
  type CreateLink,
  type LinkChange,
  type ShareableLink,
} from '@callfolio/shared/contract/share.ts'
import { useServices } from '../../lib/services.tsx'

const LINKS_KEY = ['links']

/**
 * The signed-in user's shareable links, newest first: all, or those of one microsite. Not fetched unless `wanted`.
 */
export function useLinks(micrositeId?: string, wanted = true) {
  const { api } = useServices()
  const query = micrositeId === undefined ? '' : `?${new URLSearchParams({ microsite_id: micrositeId }).toString()}`
  return useQuery({
    queryKey: [...LINKS_KEY, query],
    enabled: wanted,
    queryFn: async ({ signal }) => (await api.request(SHARE_PATHS.list + query, linkListSchema, { signal })).links,
  })
}

/** Who viewed a link, and how far they read; refetched whenever it is shown. */
export function useLinkViews(id: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['link-views', id],
    queryFn: ({ signal }) => api.request(SHARE_PATHS.views(id), linkViewsSchema, { signal }),
    staleTime: 0,
  })
}

/** Creates another link to a microsite. */
export function useCreateLink() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (link: CreateLink) => createLink(api, link),
    onSuccess: () => refreshLinks(queryClient),
  })
}

/** Changes a link; the lists show the server's result. */
export function useChangeLink() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: LinkChange }) =>
      api.request(SHARE_PATHS.one(id), shareableLinkSchema, { method: 'PATCH', body: change }),
    onSuccess: async (link) => {
      await putLink(queryClient, link)
      await refreshLinks(queryClient)
    },
  })
}

/** Deletes a link; people who have it can't open it any more. */
export function useDeleteLink() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.request(SHARE_PATHS.one(id), ANY_REPLY, { method: 'DELETE' }),
    onSuccess: () => refreshLinks(queryClient),
  })
}

/**
 * Updates a link in every list, before or after the server has answered.
 * @returns a function that reverts it.
 */
export async function putLink(
  queryClient: QueryClient,
  link: Pick<ShareableLink, 'id'> & Partial<ShareableLink>,
): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: LINKS_KEY })
  const before = queryClient.getQueriesData<ShareableLink[]>({ queryKey: LINKS_KEY })
  queryClient.setQueriesData<ShareableLink[]>({ queryKey: LINKS_KEY }, (links) =>
    links?.map((other) => (other.id === link.id ? { ...other, ...link } : other)),
  )
  return () => before.forEach(([key, links]) => queryClient.setQueryData(key, links))
}

/** Refetches the links; they contain titles of microsites. */
export function refreshLinks(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: LINKS_KEY })
}

/**
 * Whether a page is shared for the first time since it was ready; null while unknown.
 * @param asking false: don't fetch it.
 */
export function useFirstShare(micrositeId: string, asking: boolean): boolean | null {
  const { data: links, isError } = useLinks(micrositeId, asking)
  if (links === undefined) return isError || !asking ? true : null
  return links.every(({ early }) => early)
}
