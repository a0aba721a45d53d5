import type { ReactNode } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import type { ReturnState } from '../../lib/auth-paths.ts'
import { Link } from '../../ui/link.tsx'

/** Why the user isn't signed in, with the way back to the form. @param state where to go after it. */
export function SignInBanner({ state, children }: { state?: ReturnState; children: ReactNode }) {
  return (
    <Banner
      tone="danger"
      actions={
        <Link to="/auth" state={state} className={buttonClass('secondary', 'sm')}>
          Back to sign in
        </Link>
      }
    >
      {children}
    </Banner>
  )
}
