import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** An error message with a retry button, for data that failed to load. */
export function LoadError({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Banner
      tone="danger"
      actions={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
