import { useMutation } from '@tanstack/react-query'
import type { GoTrueClient } from '@supabase/auth-js'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { refuseKey } from '../../lib/auth-answer.ts'
import { canUseKeys } from '../../lib/security-keys.ts'
import type { Way } from './second-factor-ways.ts'

/** Signs with the user’s security key. */
export function KeyStep({ auth, way, onDone }: { auth: GoTrueClient; way: Way; onDone: () => void }) {
  const sign = useMutation({
    mutationFn: async () => refuseKey((await auth.mfa.webauthn.authenticate({ factorId: way.factorId })).error),
    onSuccess: onDone,
  })
  if (!canUseKeys())
    return (
      <p className="mt-2 text-15 text-muted">
        This browser can’t use your security key on this site. Try another method or browser.
      </p>
    )
  return (
    <div className="mt-2 grid gap-4">
      <p className="text-15 wrap-anywhere text-muted">
        Have your security key ready{way.name !== null && `: ${way.name}`}. Your browser will ask you to plug it in and
        touch it.
      </p>
      {sign.isError && <Banner tone="danger">{sign.error.message}</Banner>}
      <Button disabled={sign.isPending} onClick={() => sign.mutate()} className="mt-2">
        {sign.isPending ? 'Waiting for the key...' : 'Use security key'}
      </Button>
    </div>
  )
}
