import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'

interface RowActionsProps {
  /** Accessible name of the row ("Action point 2"). */
  what: string
  first: boolean
  last: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** Moves and removes one row of a list. */
export function RowActions({ what, first, last, onMove, onRemove }: RowActionsProps) {
  return (
    <div className="flex shrink-0">
      <RowButton label={`Move ${what} up`} icon={ArrowUp} disabled={first} onClick={() => onMove(-1)} />
      <RowButton label={`Move ${what} down`} icon={ArrowDown} disabled={last} onClick={() => onMove(1)} />
      <RowButton label={`Remove ${what}`} icon={Trash2} onClick={onRemove} />
    </div>
  )
}

function RowButton({
  label,
  icon: Icon,
  disabled = false,
  onClick,
}: {
  label: string
  icon: typeof ArrowUp
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Stays focusable: after a move to the end the focus must not be lost.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid size-8 place-items-center rounded text-muted enabled:hover:bg-surface enabled:hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent aria-disabled:hover:text-muted"
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}

/** Focuses a row's control (`[data-row="key"]`) after the rows have rerendered. */
export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const control = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    wanted.current = null
    control?.focus()
  })
  const focusRow = useCallback((key: number | undefined) => {
    wanted.current = key ?? null
  }, [])
  return { list, focusRow }
}
