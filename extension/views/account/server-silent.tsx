import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useServices } from '../services.tsx'

/** Says that the server does not answer, what is safe, and how to reach another one. */
export function ServerSilent({ signedIn, onRetry }: { signedIn: boolean; onRetry: () => void }) {
  const { account, openOptions } = useServices()
  return (
    <Banner
      tone="danger"
      actions={
        <>
          <button type="button" onClick={onRetry} className={buttonClass('secondary', 'sm')}>
            Try again
          </button>
          <button type="button" onClick={() => void openOptions()} className={buttonClass('secondary', 'sm')}>
            Change server
          </button>
        </>
      }
    >
      <p className="wrap-anywhere">{new URL(account.server).host} does not answer.</p>
      <p className="mt-1 text-13 text-muted">
        {signedIn
          ? 'What you record is kept here and sent when it is back.'
          : 'Start the server, or enter the address of yours in the options.'}
      </p>
    </Banner>
  )
}
