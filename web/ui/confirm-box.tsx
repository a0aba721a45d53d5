import { AlertDialog as Radix } from 'radix-ui'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'

/** What the question is made of, apart from it: it comes with the first one that is asked. */
export function ConfirmBox({
  open,
  onOpenChange,
  title,
  children,
  confirm,
  busy,
  problem,
  onConfirm,
  returnFocus,
}: ConfirmDialogProps & { returnFocus: (event: Event) => void }) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] grid-cols-[minmax(0,1fr)] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 gap-5 overflow-y-auto rounded bg-raised p-6 shadow-menu"
        >
          <div className="grid min-w-0 gap-1.5">
            <Radix.Title className="text-21 font-semibold tracking-tight">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="grid grid-cols-1 gap-2 text-15 break-words text-muted">{children}</div>
            </Radix.Description>
          </div>
          {problem !== null && <Banner tone="danger">{problem}</Banner>}
          <div className="flex flex-wrap justify-end gap-2">
            <Radix.Cancel className={buttonClass('secondary')}>Cancel</Radix.Cancel>
            <button type="button" disabled={busy !== false} onClick={onConfirm} className={buttonClass('danger')}>
              {busy === false ? confirm : busy}
            </button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
