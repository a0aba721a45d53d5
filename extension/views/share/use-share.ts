import { useMutation } from '@tanstack/react-query'
import { createLink } from '@callfolio/shared/client/create-link.ts'
import type { ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import { useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import { useServices } from '../services.tsx'

const COPIED_MS = 2000

/** Creates a link to a microsite and copies it. Call `share` within a click. */
export function useShare(micrositeId: string) {
  const { account } = useServices()
  const create = useMutation({
    mutationFn: (days: ShareExpiryDays) =>
      createLink(account.api, { microsite_id: micrositeId, expires_in_days: days }),
  })
  const { state, copy } = useCopy(COPIED_MS)
  return {
    link: create.data,
    /** The lifetime of the link being created; null while none is. */
    pendingDays: create.isPending ? create.variables : null,
    failed: create.isError,
    copyState: state,
    share: (days: ShareExpiryDays) => void copy(create.mutateAsync(days).then(({ share_url }) => share_url)),
    copyAgain: (url: string) => void copy(url),
  }
}
