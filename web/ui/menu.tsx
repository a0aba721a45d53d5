import { Slot } from 'radix-ui'
import { createContext, use, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { lazyPart, loadOverlays, MissingPart } from './lazy-part.tsx'
import type { MenuItemProps, MenuListProps } from './overlays.tsx'

const MenuList = lazyPart(async () => (await loadOverlays()).MenuList, MissingList)

/** Renders an item: its code is loaded with the list, after the menu's button. */
const MenuItemContext = createContext<((props: MenuItemProps) => ReactNode) | null>(null)

interface MenuProps {
  /** The button that opens it; gets its ref and events from Radix. */
  trigger: ReactNode
  children: ReactNode
}

/** A menu below a button: arrow keys move, Escape and a click outside close it. */
export function Menu({ trigger, children }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'key' | null>(null)
  const button = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={({ detail }: MouseEvent) => setOpenedBy(detail === 0 ? 'key' : 'pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpenedBy('key')
      }}
    >
      {trigger}
    </Slot.Root>
  )
  if (openedBy === null) return button
  return (
    <MenuList trigger={trigger} openedBy={openedBy} fallback={button}>
      {(drawItem) => <MenuItemContext value={drawItem}>{children}</MenuItemContext>}
    </MenuList>
  )
}

/** One menu item. Throws outside a menu. */
export function MenuItem(props: MenuItemProps) {
  const drawItem = use(MenuItemContext)
  if (drawItem === null) throw new Error('MenuItem must be used within a Menu')
  return drawItem(props)
}

function MissingList({ trigger }: MenuListProps) {
  return (
    <>
      {trigger}
      <MissingPart />
    </>
  )
}
