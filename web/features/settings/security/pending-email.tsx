import { useMutation } from '@tanstack/react-query'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { refuse } from '../../../lib/auth-answer.ts'
import { useCaptcha } from '../../session/captcha/use-captcha.tsx'
import { useServices } from '../../../lib/services.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import type { PendingChange } from './pending-change.ts'
import { useAccountChanged } from './use-account.ts'

/** A pending email change: which mailboxes must confirm it, with buttons to resend or cancel. */
export function PendingEmail({ email, pending }: { email: string; pending: PendingChange }) {
  const { auth } = useServices()
  const changed = useAccountChanged()
  const captcha = useCaptcha()
  const toast = useToast()
  const resend = useMutation({
    mutationFn: async () => {
      const wrong = captcha.problem()
      if (wrong !== null) throw new Error(wrong)
      refuse((await captcha.spend((options) => auth.resend({ type: 'email_change', email, options }))).error)
    },
    onSuccess: () => toast({ text: 'Email sent again.' }),
  })
  const keep = useMutation({
    mutationFn: async () => refuse((await auth.updateUser({ email })).error),
    onSuccess: async () => {
      await changed()
      toast({ text: 'Email change canceled.' })
    },
  })
  const busy = resend.isPending || keep.isPending
  const problem = resend.error ?? keep.error
  return (
    <div className="grid gap-3">
      <Banner>
        <div className="grid gap-3">
          <span className="wrap-anywhere">
            To change your address to {pending.newEmail}, confirm it in the email we sent to{' '}
            {pending.waitsFor.join(' and ')}.
          </span>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" disabled={busy} onClick={() => resend.mutate()}>
              Send again
            </Button>
            <Button variant="secondary" size="sm" disabled={busy} onClick={() => keep.mutate()}>
              Cancel change
            </Button>
          </div>
        </div>
      </Banner>
      {captcha.field}
      {problem && <Banner tone="danger">{problem.message}</Banner>}
    </div>
  )
}
