import { Link, useLocation, useNavigate } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { MessagePage } from '../ui/narrow-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { useNewerVersion } from '../ui/newer-version.ts'
import { useVisitor } from '../features/plan/subscription-context.ts'

const BROKEN = {
  title: 'Something broke on this page',
  text: 'Your recordings and microsites are safe on the server. Loading the page again usually helps.',
}
const NEWER = {
  title: 'A new version is there',
  text: 'This tab runs the one before it and lacks the page you asked for. An upload in this tab goes on until you reload, and can be continued after that.',
}

/** What is left when a screen breaks, or is gone because the server was upgraded meanwhile. */
export function ErrorScreen() {
  const version = useNewerVersion()
  const navigate = useNavigate()
  const cameFromHere = useLocation().key !== 'default'
  if (version === null || version === 'reloading') return <FullPageSpinner label="Loading..." />
  const newer = version === 'newer'
  return (
    <MessagePage {...(newer ? NEWER : BROKEN)}>
      <PageTitle>{newer ? 'New version' : 'Error'}</PageTitle>
      <button type="button" onClick={() => location.reload()} className={buttonClass()}>
        Reload
      </button>
      {cameFromHere && (
        <button type="button" onClick={() => void navigate(-1)} className={buttonClass('secondary')}>
          Go back
        </button>
      )}
    </MessagePage>
  )
}

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
