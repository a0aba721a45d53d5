import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Factor } from '@supabase/auth-js'
import { formatDay } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { getData } from '../../../lib/auth-answer.ts'
import { canUseKeys } from '../../../lib/security-keys.ts'
import { useServices } from '../../../lib/services.tsx'
import { useAuthSettings } from '../../../lib/use-auth-settings.ts'
import { getPhone, getVerified } from '../../session/second-factor-ways.ts'
import { Setting } from '../setting.tsx'
import { AppDialog } from './app-dialog.tsx'
import { Entries, Entry } from '../entry.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveButton } from './remove-button.tsx'
import { useFactors, useFactorsChanged } from './use-factors.ts'

const KINDS = {
  totp: { icon: Smartphone, what: 'Authenticator app', add: 'Add authenticator app' },
  phone: { icon: MessageSquare, what: 'Phone', add: 'Add phone' },
  webauthn: { icon: KeyRound, what: 'Security key', add: 'Add security key' },
} as const
type Kind = keyof typeof KINDS
const isListed = (factor: Factor): factor is Factor & { factor_type: Kind } => factor.factor_type in KINDS

/** Two-step sign-in: its factors, and recovery codes for when they are lost. */
export function SecondFactorsSetting() {
  const { data, isError, refetch } = useFactors()
  const all = getVerified(data?.all ?? [])
  const factors = all.filter(isListed)
  return (
    <Setting id="second-factor" title="Two-step sign-in" text="Protects your account if your password is stolen.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isError && <LoadError onRetry={() => void refetch()}>Failed to load two-step sign-in.</LoadError>}
        {!data && !isError && (
          <div role="status" aria-label="Loading two-step sign-in">
            <SkeletonLines />
          </div>
        )}
        {data && (
          <>
            <p className="text-15">
              {factors.length === 0
                ? 'Two-step sign-in is off. Add a method to turn it on.'
                : 'Two-step sign-in is on.'}
            </p>
            {factors.length > 0 && (
              <Entries label="Two-step sign-in methods">
                {factors.map((factor) => (
                  <FactorEntry key={factor.id} factor={factor} isLast={factors.length === 1} />
                ))}
              </Entries>
            )}
            <AddFactor taken={all.map(({ friendly_name }) => friendly_name)} />
            {factors.length > 0 && <RecoveryCodes hasCodes={data.recovery_code.length > 0} />}
          </>
        )}
      </div>
    </Setting>
  )
}

function FactorEntry({ factor, isLast }: { factor: Factor & { factor_type: Kind }; isLast: boolean }) {
  const { auth } = useServices()
  const changed = useFactorsChanged()
  const { icon, what } = KINDS[factor.factor_type]
  const name = factor.friendly_name ?? getPhone(factor) ?? what
  const added = formatDay(factor.created_at)
  const remove = async () => {
    getData(await auth.mfa.unenroll({ factorId: factor.id }))
    // The session's own copy of the account still has the factor.
    await auth.refreshSession()
    await changed()
  }
  return (
    <Entry icon={icon} title={name} detail={name.startsWith(what) ? `Added on ${added}` : `${what}, added on ${added}`}>
      <RemoveButton name={name} remove={remove}>
        {isLast
          ? 'This turns two-step sign-in off and deletes your recovery codes.'
          : 'You won’t be able to sign in with it. Your other methods still work.'}
      </RemoveButton>
    </Entry>
  )
}

/** Factors that can be added with this server and this browser. */
function AddFactor({ taken }: { taken: readonly (string | undefined)[] }) {
  const settings = useAuthSettings()
  const [adding, setAdding] = useState<Kind | null>(null)
  const dialog = (kind: Kind) => ({ open: adding === kind, onClose: () => setAdding(null), taken })
  const offered: Kind[] = [
    'totp',
    ...(canUseKeys() ? (['webauthn'] as const) : []),
    ...(settings?.external.phone ? (['phone'] as const) : []),
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((kind) => (
        <Button variant="secondary" key={kind} onClick={() => setAdding(kind)}>
          {KINDS[kind].add}
        </Button>
      ))}
      <AppDialog {...dialog('totp')} />
      <KeyDialog {...dialog('webauthn')} />
      <PhoneDialog {...dialog('phone')} />
    </div>
  )
}
