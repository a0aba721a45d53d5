import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useReturnFocus } from '../../../ui/dialog.tsx'
import { Timeline } from './timeline.tsx'

/** The timeline on a phone: a sheet from below that leaves the video in sight and in use. */
export function TimelineSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const returnFocus = useReturnFocus(open)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-x-0 bottom-0 z-40 flex h-[58dvh] flex-col rounded-t border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-menu"
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="text-15 font-semibold">Timeline</Dialog.Title>
            <Dialog.Close
              aria-label="Close timeline"
              className="grid size-10 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
            >
              <X size={18} aria-hidden />
            </Dialog.Close>
          </div>
          <Timeline />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
