import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { TAG_PATHS, tagListSchema, tagRemovalSchema, tagSchema, type TagForm } from '@callfolio/shared/contract/tag.ts'
import { useServices } from '../../lib/services.tsx'

const TAGS_KEY = ['tags']

/** The signed-in user's tags, newest first. */
export function useTags() {
  const { api } = useServices()
  return useQuery({
    queryKey: TAGS_KEY,
    queryFn: async ({ signal }) => (await api.request(TAG_PATHS.list, tagListSchema, { signal })).tags,
  })
}

/** Creates a tag, or updates the one with the given id. */
export function useSaveTag(id: string | null) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: TagForm) =>
      api.request(id === null ? TAG_PATHS.list : TAG_PATHS.one(id), tagSchema, {
        method: id === null ? 'POST' : 'PATCH',
        body: form,
      }),
    onSuccess: () => refreshTags(queryClient, id !== null),
  })
}

/** Deletes a tag and removes it from its microsites. */
export function useDeleteTag() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.request(TAG_PATHS.one(id), tagRemovalSchema, { method: 'DELETE' }),
    onSuccess: () => refreshTags(queryClient, true),
  })
}

/** @param onMicrosites whether microsites' tags change too. */
function refreshTags(queryClient: QueryClient, onMicrosites: boolean): Promise<void> {
  if (onMicrosites) {
    void queryClient.invalidateQueries({ queryKey: ['microsites'] })
    void queryClient.invalidateQueries({ queryKey: ['microsite'] })
  }
  return queryClient.invalidateQueries({ queryKey: TAGS_KEY })
}
