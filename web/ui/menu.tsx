import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface MenuProps {
  /** The button that opens it; gets its ref and events from Radix. */
  trigger: ReactNode
  children: ReactNode
}

/** A menu below a button: arrow keys move, Escape and a click beside it close it. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" sideOffset={6} collisionPadding={12} className="z-30 grid min-w-48 animate-appear rounded bg-raised p-1 shadow-menu">
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  onSelect: () => void
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  children: ReactNode
}

/** One line of a menu. */
export function MenuItem({ onSelect, icon, tone, disabled = false, children }: MenuItemProps) {
  const colour = tone === 'danger' ? 'text-danger data-highlighted:bg-danger-soft' : 'data-highlighted:bg-surface'
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={`flex cursor-pointer items-center gap-2.5 rounded-sm px-3 py-2 text-15 outline-none select-none data-disabled:cursor-default data-disabled:opacity-55 ${colour}`}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}
