import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from '../../ui/navigation.tsx'
import { KeyRound, Mail } from 'lucide-react'
import type { AuthMode } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { OrLine } from '@callfolio/shared/ui/or-line.tsx'
import { refuse, refuseKey } from '../../lib/auth-answer.ts'
import { providerReturnAddress, returnPath } from '../../lib/auth-paths.ts'
import { canUseKeys } from '../../lib/security-keys.ts'
import { useServices } from '../../lib/services.tsx'
import { useAuthSettings } from '../../lib/use-auth-settings.ts'
import type { Captcha } from './captcha/use-captcha.tsx'
import { EmailCodeDialog } from './email-code-dialog.tsx'
import type { Entrance } from './use-enter.ts'

interface OtherWaysInProps {
  mode: AuthMode
  /** What was already typed into the form. */
  email: string
  /** The captcha of the form above. */
  captcha: Captcha
  /** Called before the service is contacted. */
  onBegin: () => void
  onEntered: (entrance: Entrance) => void
}

const BUTTON = `w-full ${buttonClass('secondary')}`

/** Sign-in methods besides the password: those that this server and this browser support. */
export function OtherWaysIn({ mode, email, captcha, onBegin, onEntered }: OtherWaysInProps) {
  const settings = useAuthSettings()
  const [mailOpen, setMailOpen] = useState(false)
  const passkey = usePasskey({ captcha, onBegin, onEntered })
  const provider = useProvider()
  const providers = Object.entries(settings?.provider_labels ?? {})
  const signsIn = mode === 'sign-in'
  const byKey = signsIn && canUseKeys()
  const byMail = signsIn && settings?.mailer_autoconfirm === false
  if (!byKey && !byMail && providers.length === 0) return null
  const problem = passkey.error ?? provider.error
  const busy = passkey.isPending || provider.isPending || provider.isSuccess
  return (
    <section aria-label="Other ways to sign in" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <OrLine />
      {problem && <Banner tone="danger">{problem.message}</Banner>}
      {byKey && (
        <button type="button" disabled={busy} onClick={() => passkey.mutate()} className={BUTTON}>
          <KeyRound size={17} aria-hidden />
          {passkey.isPending ? 'Waiting for the passkey...' : 'Sign in with a passkey'}
        </button>
      )}
      {byMail && (
        <button type="button" disabled={busy} onClick={() => setMailOpen(true)} className={BUTTON}>
          <Mail size={17} aria-hidden />
          Email me a code
        </button>
      )}
      {providers.map(([name, label]) => (
        <button key={name} type="button" disabled={busy} onClick={() => provider.mutate(name)} className={BUTTON}>
          <span className="min-w-0 truncate">Continue with {label}</span>
        </button>
      ))}
      {byMail && (
        <EmailCodeDialog
          open={mailOpen}
          onOpenChange={setMailOpen}
          initialEmail={email}
          onBegin={onBegin}
          onEntered={onEntered}
        />
      )}
    </section>
  )
}

function usePasskey({ captcha, onBegin, onEntered }: Pick<OtherWaysInProps, 'captcha' | 'onBegin' | 'onEntered'>) {
  const { auth } = useServices()
  return useMutation({
    mutationFn: async () => {
      const wrong = captcha.problem()
      if (wrong !== null) throw new Error(wrong)
      onBegin()
      const { data, error } = await captcha.spend((options) => auth.signInWithPasskey({ options }))
      refuseKey(error)
      return data?.user?.email ?? ''
    },
    onSuccess: (email) => onEntered({ mode: 'sign-in', email, pendingVerification: false }),
  })
}

/** Opens another service's sign-in; the browser returns to /auth/return. */
function useProvider() {
  const { createProviderAuth } = useServices()
  const target = returnPath(useLocation().state)
  return useMutation({
    mutationFn: async (provider: string) => {
      // The library's type lists only the services its authors know.
      const named = provider as Parameters<ReturnType<typeof createProviderAuth>['signInWithOAuth']>[0]['provider']
      const options = { redirectTo: providerReturnAddress(target) }
      refuse((await createProviderAuth().signInWithOAuth({ provider: named, options })).error)
    },
  })
}
