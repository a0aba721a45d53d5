import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARED_PAGE_PATHS } from '@callfolio/shared/shared-page.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'

/** Opens what a recipient of this microsite would see, in a new tab. */
export function ViewButton({ micrositeId }: { micrositeId: string }) {
  const { api } = useServices()
  const toast = useToast()
  const preview = useMutation({
    mutationFn: () => api.request(SHARED_PAGE_PATHS.preview(micrositeId), previewSchema, { method: 'POST' }),
    onError: (error) => toast({ tone: 'danger', text: error.message }),
  })
  const open = () => {
    // Opened by the click itself: a tab that comes after the answer would be blocked as a pop-up.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    preview.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.assign(url),
      onError: () => tab?.close(),
    })
  }
  return (
    <button type="button" disabled={preview.isPending} onClick={open} className={buttonClass('view', 'sm')}>
      <Eye size={15} aria-hidden />
      View
    </button>
  )
}
