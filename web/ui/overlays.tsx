import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { AlertDialog, Dialog, DropdownMenu, Toast } from 'radix-ui'
import type { ReactNode } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  /** `middle`: for text to read or write; `wide`: for columns; `full`: for a screen of its own. */
  size?: 'normal' | 'middle' | 'wide' | 'full'
  children: ReactNode
}

const SIZES = {
  normal: 'max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))]',
  middle: 'max-h-[calc(100dvh-2rem)] w-[min(42rem,calc(100vw-2rem))]',
  wide: 'max-h-[calc(100dvh-2rem)] w-[min(64rem,calc(100vw-2rem))]',
  full: 'h-dvh w-screen grid-rows-[auto_minmax(0,1fr)] sm:h-[calc(100dvh-2rem)] sm:w-[min(76rem,calc(100vw-2rem))] max-sm:rounded-none',
} as const

/** Escape belongs to the field being edited inside. */
function leaveToWriter(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
}

/** hCaptcha shows its challenge over the page, outside the dialog that started it. */
function leaveToCaptcha(event: Event): void {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('body > div')?.querySelector('iframe[src*="hcaptcha.com"]')) event.preventDefault()
}

/** A dialog, open or closed. `returnFocus` restores the focus when it closes. */
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
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          onEscapeKeyDown={leaveToWriter}
          onInteractOutside={leaveToCaptcha}
          onCloseAutoFocus={returnFocus}
          className={`fixed top-1/2 left-1/2 z-50 grid -translate-x-1/2 -translate-y-1/2 grid-cols-[minmax(0,1fr)] gap-5 overflow-y-auto rounded bg-raised p-6 shadow-menu ${SIZES[size]}`}
        >
          <div className="grid grid-cols-1 gap-1.5 pr-8">
            <Dialog.Title className="text-21 font-semibold tracking-tight">{title}</Dialog.Title>
            <Dialog.Description className="text-15 wrap-anywhere text-muted">{description}</Dialog.Description>
          </div>
          {children}
          <Dialog.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-9 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
          >
            <X size={18} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will be deleted. */
  children: ReactNode
  /** Button labels, idle and in progress. */
  confirm: string
  busy: string | false
  /** Error message. */
  problem: string | null
  onConfirm: () => void
}

/** The content of a ConfirmDialog. */
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
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] grid-cols-[minmax(0,1fr)] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 gap-5 overflow-y-auto rounded bg-raised p-6 shadow-menu"
        >
          <div className="grid min-w-0 gap-1.5">
            <AlertDialog.Title className="text-21 font-semibold tracking-tight">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="grid grid-cols-1 gap-2 text-15 break-words text-muted">{children}</div>
            </AlertDialog.Description>
          </div>
          {problem !== null && <Banner tone="danger">{problem}</Banner>}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass('secondary')}>Cancel</AlertDialog.Cancel>
            <Button variant="danger" disabled={busy !== false} onClick={onConfirm}>
              {busy === false ? confirm : busy}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export interface MenuItemProps {
  onSelect: () => void
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  children: ReactNode
}

export interface MenuListProps {
  trigger: ReactNode
  openedBy: 'pointer' | 'key'
  /** Returns the items, each rendered by `drawItem`. */
  children: (drawItem: (props: MenuItemProps) => ReactNode) => ReactNode
}

/** A menu that is open on mount, below its button. */
export function MenuList({ trigger, openedBy, children }: MenuListProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={openedBy === 'key' ? focusFirstItem : undefined}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-30 grid min-w-48 animate-appear rounded bg-raised p-1 shadow-menu"
        >
          {children(drawItem)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Radix does this itself for a key press it received; the first one came before it was mounted. */
function focusFirstItem(list: HTMLElement | null): void {
  if (list && !list.contains(document.activeElement))
    list.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true })
}

function drawItem(props: MenuItemProps) {
  return <MenuListItem {...props} />
}

function MenuListItem({ onSelect, icon, tone, disabled = false, children }: MenuItemProps) {
  const colour = tone === 'danger' ? 'text-danger data-highlighted:bg-danger-soft' : 'data-highlighted:bg-surface'
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={`flex cursor-pointer items-center gap-2.5 rounded-sm px-3 py-2 text-15 outline-none select-none data-disabled:cursor-default data-disabled:opacity-55 ${colour}`}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

/** One result, shown briefly. */
export interface ToastMessage {
  text: string
  tone?: 'success' | 'info' | 'danger'
  /** Undoes the action. */
  onUndo?: () => void
}

/** Display time in ms; results with an undo button or an error stay longer. */
const STAY_MS = 5000
const STAY_LONG_MS = 10_000

const TONES = {
  success: { icon: CircleCheck, mark: 'text-success' },
  info: { icon: Info, mark: 'text-muted' },
  danger: { icon: TriangleAlert, mark: 'text-danger' },
} as const

/** Shows the last result. F8 moves the focus to it. */
export function ToastBox({
  toast,
  onClose,
}: {
  toast: (ToastMessage & { id: number }) | null
  onClose: (id: number) => void
}) {
  return (
    <Toast.Provider swipeDirection="down" label="Result">
      {toast && <ToastCard key={toast.id} {...toast} onClose={() => onClose(toast.id)} />}
      <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto grid w-fit max-w-[min(28rem,calc(100vw-2rem))] outline-none sm:bottom-6" />
    </Toast.Provider>
  )
}

function ToastCard({ text, tone = 'success', onUndo, onClose }: ToastMessage & { onClose: () => void }) {
  const { icon: Icon, mark } = TONES[tone]
  return (
    <Toast.Root
      open
      onOpenChange={(open) => !open && onClose()}
      duration={onUndo !== undefined || tone === 'danger' ? STAY_LONG_MS : STAY_MS}
      className="flex animate-appear items-center gap-3 rounded bg-raised py-2 pr-2 pl-4 text-15 text-ink shadow-menu"
    >
      <Icon size={18} aria-hidden className={`shrink-0 ${mark}`} />
      <Toast.Title className="min-w-0 flex-1 py-1 break-words">{text}</Toast.Title>
      {onUndo && (
        <Toast.Action
          altText="Press F8 to reach the Undo button"
          onClick={onUndo}
          className={buttonClass('secondary', 'sm')}
        >
          Undo
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Close message"
        className="grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
      >
        <X size={16} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  )
}
