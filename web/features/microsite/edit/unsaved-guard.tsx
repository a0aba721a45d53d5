import { createContext, use, useCallback, useEffect, useId, useState, type ReactNode } from 'react'
import { useLeaveGuard } from '../../../ui/navigation.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'

const UnsavedContext = createContext<((part: string, unsaved: boolean) => void) | null>(null)

/** Asks before unsaved text inside it is lost: by a link, the back button or closing the tab. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((part: string, isUnsaved: boolean) => {
    setUnsaved((before) => new Set([...before].filter((other) => other !== part).concat(isUnsaved ? [part] : [])))
  }, [])
  const { asking, stay, leave } = useLeaveGuard(unsaved.size > 0)
  useEffect(() => {
    if (unsaved.size === 0) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved.size])
  return (
    <UnsavedContext value={report}>
      {children}
      <ConfirmDialog
        open={asking}
        onOpenChange={stay}
        title="Leave without saving?"
        confirm="Discard changes"
        busy={false}
        problem={null}
        onConfirm={leave}
      >
        Your changes on this page aren’t saved yet.
      </ConfirmDialog>
    </UnsavedContext>
  )
}

/** Reports to the enclosing guard whether a part of the page has unsaved text. Throws outside of one. */
export function useUnsaved(unsaved: boolean): void {
  const report = use(UnsavedContext)
  if (report === null) throw new Error('useUnsaved must be used within an UnsavedGuard')
  const part = useId()
  useEffect(() => {
    if (!unsaved) return undefined
    report(part, true)
    return () => report(part, false)
  }, [report, part, unsaved])
}
