import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { DialogProps } from './dialog.tsx'

const WIDTHS = {
  normal: 'w-[min(28rem,calc(100vw-2rem))]',
  middle: 'w-[min(42rem,calc(100vw-2rem))]',
  wide: 'w-[min(64rem,calc(100vw-2rem))]',
} as const

/** Escape is that of what is being written in here. */
function leaveToWriter(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
}

/** What a dialog is made of, apart from it: it comes with the first one that is opened. */
export function DialogBox({
  open,
  onOpenChange,
  title,
  description,
  size = 'normal',
  children,
  returnFocus,
}: DialogProps & { returnFocus: (event: Event) => void }) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          onEscapeKeyDown={leaveToWriter}
          onCloseAutoFocus={returnFocus}
          className={`fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] -translate-x-1/2 -translate-y-1/2 grid-cols-[minmax(0,1fr)] gap-5 overflow-y-auto rounded bg-raised p-6 shadow-menu ${WIDTHS[size]}`}
        >
          <div className="grid grid-cols-1 gap-1.5 pr-8">
            <Radix.Title className="text-21 font-semibold tracking-tight">{title}</Radix.Title>
            <Radix.Description className="text-15 wrap-anywhere text-muted">{description}</Radix.Description>
          </div>
          {children}
          <Radix.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-9 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
          >
            <X size={18} aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
