import { Banner } from './banner.tsx'
import { buttonClass } from './button.ts'

/** Says what could not be read, with the way to try again. */
export function LoadError({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Banner
      tone="danger"
      actions={
        <button type="button" onClick={onRetry} className={buttonClass('secondary', 'sm')}>
          Try again
        </button>
      }
    >
      {children}
    </Banner>
  )
}
