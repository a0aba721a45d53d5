import { getCount } from '@callfolio/shared/format.ts'
import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { getFullName } from '@callfolio/shared/client/first-name.ts'
import type { Usage } from '@callfolio/shared/contract/accounts/account.ts'
import { isUsedUp, PLANS } from '@callfolio/shared/plans.ts'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { useServices } from '../services.tsx'
import { useSession } from './session-provider.tsx'
import { useUsage } from './use-usage.ts'

/** The signed-in user and their plan, with a sign-out button. */
export function PersonLine() {
  const { account } = useServices()
  const { user } = useSession()
  const { data: usage } = useUsage()
  const signOut = useMutation({
    mutationFn: async () => {
      // Local: ends only this session, at once on the server; the web app's continues.
      const { error } = await account.auth.signOut({ scope: 'local' })
      if (error) throw error
    },
  })
  if (user === null) return null
  const name = getFullName(user)
  const email = user.email ?? ''
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1">
          <span className="sr-only">Signed in as </span>
          <span title={email} className="block truncate text-15 font-medium">
            {name || email}
          </span>
          {usage && !isUsedUp(usage) && (
            <span className="block truncate text-13 text-muted tabular-nums">{describeUsage(usage)}</span>
          )}
        </p>
        {usage && (
          <span className="rounded-full border border-line-strong px-2.5 py-0.5 text-13 font-medium whitespace-nowrap">
            {PLANS[usage.plan_id].name}
          </span>
        )}
        <IconButton
          label="Sign Out"
          tooltip
          icon={LogOut}
          iconSize={17}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
          className="-mr-1.5"
        />
      </div>
      {signOut.isError && (
        <p role="alert" className="text-13 text-danger">
          Can’t reach the server. You’re still signed in. Try again.
        </p>
      )}
    </div>
  )
}

function describeUsage({ used, limit }: Usage): string {
  return limit < 0 ? `${getCount(used, 'microsite')} this month` : `${used} of ${limit} microsites this month`
}
