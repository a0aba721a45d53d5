import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { lazyPart, loadOverlays, useEver } from './lazy-part.tsx'
import type { ToastMessage } from './overlays.tsx'

const ToasterContext = createContext<((message: ToastMessage) => void) | null>(null)

const ToastBox = lazyPart(async () => (await loadOverlays()).ToastBox, PlainToast)

/** Shows the last result of the screens inside it; a new one replaces it. */
export function Toaster({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<(ToastMessage & { id: number }) | null>(null)
  const count = useRef(0)
  const show = useCallback((message: ToastMessage) => setToast({ ...message, id: ++count.current }), [])
  return (
    <ToasterContext value={show}>
      {children}
      {useEver(toast !== null) && (
        <ToastBox toast={toast} onClose={(id) => setToast((shown) => (shown?.id === id ? null : shown))} />
      )}
    </ToasterContext>
  )
}

/** A function that shows a toast. Throws outside a Toaster. */
export function useToast(): (message: ToastMessage) => void {
  const show = use(ToasterContext)
  if (show === null) throw new Error('useToast must be used within a Toaster')
  return show
}

/** Plain text, if the toast's code can't be loaded: the network is probably down. */
function PlainToast({ toast }: { toast: ToastMessage | null }) {
  return (
    <p
      role="status"
      className={`fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded bg-raised px-4 py-3 text-15 text-ink shadow-menu ${toast ? '' : 'hidden'}`}
    >
      {toast?.text}
    </p>
  )
}
