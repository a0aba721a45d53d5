import type { ComponentProps } from 'react'
import { INPUT } from '@callfolio/shared/ui/field.tsx'

/** A text area that grows with its text; where the browser doesn't support that, it has `rows` and scrolls. */
export function GrowingText({ className = 'text-15', rows = 1, ...textarea }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={`${INPUT} block field-sizing-content resize-none ${className}`}
      {...textarea}
    />
  )
}
