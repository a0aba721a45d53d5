import { DropdownMenu as Radix } from 'radix-ui'
import { MenuItemContext, type MenuItemProps } from './menu-item-context.ts'
import type { MenuProps } from './menu.tsx'

/** What a menu is made of, apart from its button: it comes with the first one that is opened, and is open. */
export function MenuList({ trigger, openedBy, children }: MenuProps & { openedBy: 'pointer' | 'key' }) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={openedBy === 'key' ? focusFirstItem : undefined}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-30 grid min-w-48 animate-appear rounded bg-raised p-1 shadow-menu"
        >
          <MenuItemContext value={drawItem}>{children}</MenuItemContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Radix does this itself for a key that it saw; the first one was pressed before it was there. */
function focusFirstItem(list: HTMLElement | null): void {
  if (list && !list.contains(document.activeElement))
    list.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true })
}

function drawItem(props: MenuItemProps) {
  return <Item {...props} />
}

function Item({ onSelect, icon, tone, disabled = false, children }: MenuItemProps) {
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
