import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { MessagePage } from '../ui/narrow-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { useNewerVersion } from '../ui/newer-version.ts'
import { useLocation } from '../ui/navigation.tsx'
import { hasStoredSession } from '../lib/stored-session.ts'

const BROKEN = {
  title: 'Something went wrong on this page',
  text: 'Your recordings and microsites are safe. Reloading usually helps.',
}
const NEWER = {
  title: 'A new version is available',
  text: 'This tab runs an older version. Reload to continue. You can resume uploads after reloading.',
}

/** Shown when a screen crashes, or its code is gone because the server was upgraded. */
export function ErrorScreen() {
  const version = useNewerVersion()
  const cameFromHere = useLocation().index > 0
  if (version === null || version === 'reloading') return <FullPageSpinner label="Loading..." />
  const newer = version === 'newer'
  return (
    <MessagePage {...(newer ? NEWER : BROKEN)}>
      <PageTitle>{newer ? 'New version' : 'Error'}</PageTitle>
      <Button onClick={() => location.reload()}>Reload</Button>
      {cameFromHere && (
        <Button variant="secondary" onClick={() => history.back()}>
          Go back
        </Button>
      )}
    </MessagePage>
  )
}

/** Any unknown URL. */
export function NotFoundScreen() {
  const signedIn = hasStoredSession()
  return (
    <MessagePage title="This page doesn’t exist" text="Check the address for typos.">
      <PageTitle>Page not found</PageTitle>
      <a href={signedIn ? '/dashboard' : '/'} className={buttonClass()}>
        {signedIn ? 'Go to Dashboard' : 'Go to Home'}
      </a>
    </MessagePage>
  )
}
