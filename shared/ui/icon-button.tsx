import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  label: string
  /** Shows the label on hover too. */
  tooltip?: boolean
  icon: LucideIcon
  /** px. */
  iconSize: number
}

/** A button of an icon, named by its label. */
export function IconButton({ label, tooltip = false, icon: Icon, iconSize, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={tooltip ? label : undefined}
      {...rest}
      className={`grid size-8 place-items-center rounded text-muted hover:bg-surface hover:text-ink ${className}`.trimEnd()}
    >
      <Icon size={iconSize} aria-hidden />
    </button>
  )
}
