import { Banner } from './banner.tsx'
import { buttonClass } from './button.ts'

/** An error message with a retry button, for data that failed to load. */
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
