import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SHARE_PATHS, shareableLinkSchema, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { formatDay } from '@callfolio/shared/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkForm } from './link-form.tsx'
import { getTitle, worksNow } from './link-terms.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { putLink, refreshLinks } from './use-links.ts'

interface ManageLinkDialogProps {
  link: ShareableLink
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Edits, revokes and restores an existing link. Its URL stays. */
export function ManageLinkDialog({ link, open, onOpenChange }: ManageLinkDialogProps) {
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Manage link"
      description={`Changes apply immediately for everyone with this link to “${getTitle(link)}”.`}
    >
      <LinkForm link={link} onDone={close} />
      <LinkSwitch link={link} onDone={close} />
    </Dialog>
  )
}

/** Revokes a link, or restores a revoked one. */
function LinkSwitch({ link, onDone }: { link: ShareableLink; onDone: () => void }) {
  const { mutate: turn } = useSwitchLink()
  const stopped = link.revoked_at !== null
  return (
    <section
      aria-label={stopped ? 'Share again' : 'Stop sharing'}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-5"
    >
      <p className="min-w-0 flex-1 basis-52 text-13 text-muted">
        {stopped
          ? 'Sharing is stopped. Share again to restore the link with its settings and views.'
          : 'Stop sharing to disable the link. You can share it again later.'}
      </p>
      <Button
        variant="secondary"
        onClick={() => {
          turn({ link, revoked: !stopped })
          onDone()
        }}
        className={stopped ? '' : 'text-danger!'}
      >
        {stopped ? 'Share again' : 'Stop sharing'}
      </Button>
    </section>
  )
}

interface Switch {
  link: ShareableLink
  revoked: boolean
}

/** Revokes or restores a link: shown at once with an undo, reverted when the server rejects it. */
function useSwitchLink() {
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
        text: `${revoked ? 'Failed to stop sharing' : 'Failed to share again'}: ${message}`,
      })
    },
    onSettled: () => refreshLinks(queryClient),
  })
  return mutation
}

function outcome(link: ShareableLink): string {
  if (link.revoked_at !== null) return 'Sharing stopped.'
  return worksNow(link, new Date())
    ? `The link works again until ${formatDay(link.expires_at)}.`
    : 'Shared again, but the link has expired. Choose a new date.'
}
