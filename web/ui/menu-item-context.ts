import { createContext, type ReactNode } from 'react'

export interface MenuItemProps {
  onSelect: () => void
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  children: ReactNode
}

/** What draws the lines of a menu: it comes with the list, after the menu's button. */
export const MenuItemContext = createContext<((props: MenuItemProps) => ReactNode) | null>(null)
