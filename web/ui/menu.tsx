import { Slot } from 'radix-ui'
import { Suspense, use, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { loadMenuList } from './early-parts.ts'
import { latePart } from './late-part.tsx'
import { MenuItemContext, type MenuItemProps } from './menu-item-context.ts'
import { MissingPart } from './missing-part.tsx'

export interface MenuProps {
  /** The button that opens it; gets its ref and events from Radix. */
  trigger: ReactNode
  children: ReactNode
}

const MenuList = latePart(loadMenuList, MissingList)

/** A menu below a button: arrow keys move, Escape and a click beside it close it. */
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
    <Suspense fallback={button}>
      <MenuList trigger={trigger} openedBy={openedBy}>
        {children}
      </MenuList>
    </Suspense>
  )
}

/** One line of a menu. Throws outside of one. */
export function MenuItem(props: MenuItemProps) {
  const drawItem = use(MenuItemContext)
  if (drawItem === null) throw new Error('MenuItem must be used within a Menu')
  return drawItem(props)
}

function MissingList({ trigger }: MenuProps & { openedBy: 'pointer' | 'key' }) {
  return (
    <>
      {trigger}
      <MissingPart />
    </>
  )
}
