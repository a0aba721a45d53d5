import { Link } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useVisitor } from '../features/plan/use-visitor.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** Any address that leads nowhere. */
export function NotFoundScreen() {
  const signedIn = useVisitor().status === 'signed_in'
  return (
    <MessagePage title="This page does not exist" text="The address may be mistyped, or the page has moved.">
      <PageTitle>Page not found</PageTitle>
      <Link to={signedIn ? '/dashboard' : '/'} className={buttonClass()}>
        {signedIn ? 'Go to Dashboard' : 'Go to the start page'}
      </Link>
    </MessagePage>
  )
}
