import { useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { useServices } from '../services.tsx'
import { useSession } from './session-provider.tsx'
import { isOwnMachine } from '../../settings/server-address.ts'
import { ServerForm } from './server-form.tsx'
import { SignIn } from './sign-in.tsx'
import { useServerHealth } from './use-server-health.ts'

/** Shows its children to signed-in users, even while the server is unreachable: recordings are stored locally. */
export function Gate({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { answers, ask } = useServerHealth()
  const queryClient = useQueryClient()
  useEffect(() => {
    const predicate = ({ state }: Query): boolean => state.status !== 'success'
    // What could not be read while the server was unreachable: the requests under way may wait for half a minute.
    if (answers === false) void queryClient.cancelQueries({ predicate })
    if (answers === true) void queryClient.invalidateQueries({ predicate })
  }, [answers, queryClient])

  const { account } = useServices()
  if (status === 'signed_out' && answers === false && isOwnMachine(account.server))
    return <ServerForm note={`${new URL(account.server).host} isn’t responding.`} />
  const silent = answers === false && <ServerSilent signedIn={status === 'signed_in'} onRetry={ask} />
  if (status === 'loading' || (status === 'signed_out' && answers === null)) return <SkeletonRows label="Loading..." />
  if (status === 'signed_out') return silent || <SignIn />
  return (
    <>
      {silent}
      {children}
    </>
  )
}

/** Says that the server is unreachable, what is safe, and how to use another server. */
function ServerSilent({ signedIn, onRetry }: { signedIn: boolean; onRetry: () => void }) {
  const { account, openOptions } = useServices()
  return (
    <Banner
      tone="danger"
      actions={
        <>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
          <Button variant="secondary" size="sm" onClick={() => void openOptions()}>
            Change server
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{new URL(account.server).host} isn’t responding.</p>
      <p className="mt-1 text-13 text-muted">
        {signedIn
          ? 'Recordings stay on this computer and upload when it’s back.'
          : 'Enter your server’s address, or ask the colleague who invited you.'}
      </p>
    </Banner>
  )
}
