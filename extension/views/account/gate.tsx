import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { ServerSilent } from './server-silent.tsx'
import { useSession } from './session-provider.tsx'
import { SignIn } from './sign-in.tsx'
import { useServerHealth } from './use-server-health.ts'

/** Shows its children to who is signed in, also while the server is away: what was recorded is here. */
export function Gate({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { answers, ask } = useServerHealth()
  const queryClient = useQueryClient()
  useEffect(() => {
    // What could not be read while the server was away can be now.
    if (answers === true) void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [answers, queryClient])

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
