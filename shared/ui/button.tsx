import type { ComponentProps } from 'react'

const BASE =
  'inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded font-medium transition-colors duration-150 disabled:opacity-55'

const VARIANTS = {
  primary: 'bg-accent-fill text-on-accent enabled:hover:bg-accent-fill-hover [a&]:hover:bg-accent-fill-hover',
  secondary: 'border border-line-strong bg-paper text-ink enabled:hover:bg-surface [a&]:hover:bg-surface',
  quiet: 'text-muted enabled:hover:bg-surface enabled:hover:text-ink [a&]:hover:bg-surface [a&]:hover:text-ink',
  /** Green is only for "View". */
  view: 'bg-success text-paper enabled:hover:opacity-90 [a&]:hover:opacity-90',
  danger: 'bg-danger-fill text-white enabled:hover:opacity-90',
} as const

const SIZES = { md: 'h-10 px-4 text-15', sm: 'h-8 px-3 text-13' } as const

type Variant = keyof typeof VARIANTS
type Size = keyof typeof SIZES

/** Classes of a button, for a link that looks like one. */
export function buttonClass(variant: Variant = 'primary', size: Size = 'md'): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]}`
}

/** A button that submits no form unless its `type` says so. */
export function Button({
  variant,
  size,
  className = '',
  ...rest
}: ComponentProps<'button'> & { variant?: Variant; size?: Size }) {
  return <button type="button" {...rest} className={`${buttonClass(variant, size)} ${className}`.trimEnd()} />
}

/** Classes of a link in running text. */
export const TEXT_LINK = 'font-medium text-accent-text underline-offset-4 hover:underline'
