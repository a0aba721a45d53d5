import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import type { ToastMessage } from './toaster.tsx'

/** ms that a result stays; one that can be undone or went wrong stays longer. */
const STAY_MS = 5000
const STAY_LONG_MS = 10_000

const TONES = {
  success: { icon: CircleCheck, mark: 'text-success' },
  info: { icon: Info, mark: 'text-muted' },
  danger: { icon: TriangleAlert, mark: 'text-danger' },
} as const

/** What shows results, apart from the screens: it comes with the first one. F8 moves the focus to it. */
export function ToastBox({
  toast,
  onClose,
}: {
  toast: (ToastMessage & { id: number }) | null
  onClose: (id: number) => void
}) {
  return (
    <Radix.Provider swipeDirection="down" label="Result">
      {toast && <Toast key={toast.id} {...toast} onClose={() => onClose(toast.id)} />}
      <Radix.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto grid w-fit max-w-[min(28rem,calc(100vw-2rem))] outline-none sm:bottom-6" />
    </Radix.Provider>
  )
}

function Toast({ text, tone = 'success', onUndo, onClose }: ToastMessage & { onClose: () => void }) {
  const { icon: Icon, mark } = TONES[tone]
  return (
    <Radix.Root
      open
      onOpenChange={(open) => !open && onClose()}
      duration={onUndo !== undefined || tone === 'danger' ? STAY_LONG_MS : STAY_MS}
      className="flex animate-appear items-center gap-3 rounded bg-raised py-2 pr-2 pl-4 text-15 text-ink shadow-menu"
    >
      <Icon size={18} aria-hidden className={`shrink-0 ${mark}`} />
      <Radix.Title className="min-w-0 flex-1 py-1 break-words">{text}</Radix.Title>
      {onUndo && (
        <Radix.Action
          altText="Press F8 to reach the Undo button"
          onClick={onUndo}
          className={buttonClass('secondary', 'sm')}
        >
          Undo
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close message"
        className="grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
      >
        <X size={16} aria-hidden />
      </Radix.Close>
    </Radix.Root>
  )
}
