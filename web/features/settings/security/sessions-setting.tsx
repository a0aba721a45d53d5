import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Puzzle, Smartphone } from 'lucide-react'
import { ANY_REPLY } from '@callfolio/shared/api-client.ts'
import {
  accountSessionsSchema,
  SESSION_PATHS,
  type AccountSession,
} from '@callfolio/shared/contract/accounts/sessions.ts'
import { formatAgo, formatDay } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { refuse } from '../../../lib/auth-answer.ts'
import { deviceName } from '../../../lib/device-name.ts'
import { useNow } from '../../../lib/hooks.ts'
import { useServices } from '../../../lib/services.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import { Setting } from '../setting.tsx'
import { Entries, Entry } from '../entry.tsx'
import { SESSIONS_KEY } from './query-keys.ts'

/** The account's sessions, with a button to sign each one out. */
export function SessionsSetting() {
  const { api } = useServices()
  const { data, isError, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api.request(SESSION_PATHS.list, accountSessionsSchema, { signal }),
  })
  const others = data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <Setting id="sessions" title="Signed-in devices" text="Active sessions.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isError && <LoadError onRetry={() => void refetch()}>Failed to load your devices.</LoadError>}
        {!data && !isError && (
          <div role="status" aria-label="Loading your devices">
            <SkeletonLines />
          </div>
        )}
        {data && (
          <Entries label="Signed-in devices">
            {data.sessions.map((session) => (
              <SessionEntry key={session.id} session={session} />
            ))}
          </Entries>
        )}
        {others.length > 0 && <OthersButton />}
      </div>
    </Setting>
  )
}

function SessionEntry({ session }: { session: AccountSession }) {
  const now = useNow(60_000)
  const { id, current, extension, user_agent, created_at, last_used_at } = session
  const { api } = useServices()
  const queryClient = useQueryClient()
  const device = deviceName(user_agent)
  const name = extension ? `Browser extension, ${device}` : device
  const end = useMutation({
    mutationFn: () => api.request(SESSION_PATHS.one(id), ANY_REPLY, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
  const Icon = extension ? Puzzle : /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  return (
    <Entry
      icon={Icon}
      title={name}
      mark={current ? 'This device' : undefined}
      detail={end.error?.message ?? `Signed in on ${formatDay(created_at)}, last used ${formatAgo(last_used_at, now)}`}
    >
      {!current && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Sign out ${name}`}
          disabled={end.isPending}
          onClick={() => end.mutate()}
        >
          {end.isPending ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </Entry>
  )
}

function OthersButton() {
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const end = useMutation({
    mutationFn: async () => refuse((await auth.signOut({ scope: 'others' })).error),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY })
      toast({ text: 'All other devices signed out.' })
    },
  })
  return (
    <div className="grid justify-items-start gap-3">
      {end.isError && <Banner tone="danger">{end.error.message}</Banner>}
      <Button variant="secondary" disabled={end.isPending} onClick={() => end.mutate()}>
        {end.isPending ? 'Signing out...' : 'Sign out other devices'}
      </Button>
    </div>
  )
}
