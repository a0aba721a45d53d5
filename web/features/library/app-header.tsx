import { LogOut } from 'lucide-react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { useSignOut } from '../session/use-sign-out.ts'

/** The top bar of signed-in screens: the plan and the sign-out button. */
export function AppHeader() {
  const { plan, loading } = useSubscription()
  const signOut = useSignOut()
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-14 max-w-[68rem] items-center justify-between gap-4 px-5 sm:px-8">
        <Logo to="/dashboard" />
        <div className="flex items-center gap-2">
          {!loading && plan !== null && (
            <span className="rounded-full border border-line bg-surface px-2.5 py-0.5 text-13 font-medium">
              {plan.name}
            </span>
          )}
          <Button variant="quiet" size="sm" onClick={() => void signOut()}>
            <LogOut size={15} aria-hidden />
            Sign Out
          </Button>
        </div>
      </div>
    </header>
  )
}
