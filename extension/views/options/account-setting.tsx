import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../services.tsx'
import { useSession } from '../account/session-provider.tsx'
import { Setting } from './setting.tsx'

const NOT_REACHED = 'Can’t reach the server. You’re still signed in. Try again.'

/** The signed-in user, with buttons to sign out of this browser's extension, or everywhere. */
export function AccountSetting() {
  const { account } = useServices()
  const { user, status } = useSession()
  const [asking, setAsking] = useState(false)
  const signOut = useMutation({
    mutationFn: async (scope: 'local' | 'global') => {
      const { error } = await account.auth.signOut({ scope })
      if (error) throw error
    },
    onSettled: () => setAsking(false),
  })
  if (status === 'loading') return null
  return (
    <Setting title="Account">
      {user === null ? (
        <p className="text-15 text-muted">You’re not signed in. Click the toolbar button to sign in.</p>
      ) : asking ? (
        <div
          role="alertdialog"
          aria-labelledby="everywhere"
          aria-describedby="everywhere-what"
          className="grid gap-3 rounded border border-line-strong p-4"
        >
          <p id="everywhere" className="text-15 font-medium">
            Sign out everywhere?
          </p>
          <p id="everywhere-what" className="text-15 text-muted">
            You’ll need to sign in again everywhere, including the web app. Uploads pause until then.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" ref={takeFocus} onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" size="sm" disabled={signOut.isPending} onClick={() => signOut.mutate('global')}>
              {signOut.isPending ? 'Signing out...' : 'Sign out everywhere'}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <p className="text-15 wrap-anywhere">
            Signed in as <span className="font-medium">{user.email}</span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" disabled={signOut.isPending} onClick={() => signOut.mutate('local')}>
              Sign Out
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
              Sign out everywhere…
            </Button>
          </div>
        </>
      )}
      {signOut.isError && (
        <p role="alert" className="text-13 text-danger">
          {NOT_REACHED}
        </p>
      )}
    </Setting>
  )
}

/** The safe answer has the focus. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}
