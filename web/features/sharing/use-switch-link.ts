import { useMutation, useQueryClient } from '@tanstack/react-query'
import { shareableLinkSchema, SHARE_PATHS, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { worksNow } from './link-terms.ts'
import { putLink, refreshLinks } from './use-links.ts'

interface Switch {
  link: ShareableLink
  revoked: boolean
}

/** Stops a link or gives it back: shown at once, told with a way to undo it, and taken back when the server refuses. */
export function useSwitchLink() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: ({ link, revoked }: Switch) =>
      api.request(SHARE_PATHS.one(link.id), shareableLinkSchema, { method: 'PATCH', body: { revoked } }),
    onMutate: ({ link, revoked }) =>
      putLink(queryClient, { id: link.id, revoked_at: revoked ? new Date().toISOString() : null }),
    onSuccess: (link, { revoked }) => {
      toast({ text: outcome(link), onUndo: () => mutation.mutate({ link, revoked: !revoked }) })
    },
    onError: ({ message }, { revoked }, takeBack) => {
      takeBack?.()
      toast({
        tone: 'danger',
        text: `${revoked ? 'Sharing was not stopped' : 'The link was not given back'}: ${message}`,
      })
    },
    onSettled: () => refreshLinks(queryClient),
  })
  return mutation
}

function outcome(link: ShareableLink): string {
  if (link.revoked_at !== null) return 'Sharing stopped. Nobody can open the link.'
  return worksNow(link, new Date())
    ? `The link works again until ${formatDay(link.expires_at)}.`
    : 'The link is no longer stopped, but it has expired.'
}
