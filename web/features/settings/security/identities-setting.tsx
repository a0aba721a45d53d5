import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { UserIdentity } from '@supabase/auth-js'
import { formatDay } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { getData, refuse } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { useAuthSettings } from '../../../lib/use-auth-settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Setting } from '../setting.tsx'
import { Entries, Entry } from '../entry.tsx'
import { needsProof, ProofRequest } from './proof-request.tsx'
import { RemoveButton } from './remove-button.tsx'

const KEY = ['identities']

/** Other services linked to this account for signing in, if the operator has set up any. */
export function IdentitiesSetting() {
  const { auth } = useServices()
  const labels = Object.entries(useAuthSettings()?.provider_labels ?? {})
  const refusal = useRefusalInAddress()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => getData(await auth.getUserIdentities()).identities,
    enabled: labels.length > 0,
  })
  if (labels.length === 0) return null
  return (
    <Setting id="identities" title="Linked accounts" text="Other services you sign in with.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
        {isError && <LoadError onRetry={() => void refetch()}>Failed to load your linked accounts.</LoadError>}
        {data && (
          <Entries label="Linked accounts">
            {labels.map(([provider, label]) => {
              const linked = data.find((identity) => identity.provider === provider)
              return linked ? (
                <LinkedEntry key={provider} identity={linked} label={label} isOnly={data.length === 1} />
              ) : (
                <UnlinkedEntry key={provider} provider={provider} label={label} />
              )
            })}
          </Entries>
        )}
      </div>
    </Setting>
  )
}

function LinkedEntry({ identity, label, isOnly }: { identity: UserIdentity; label: string; isOnly: boolean }) {
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const remove = async () => {
    refuse((await auth.unlinkIdentity(identity)).error)
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  const email: unknown = identity.identity_data?.['email']
  const since = identity.created_at === undefined ? '' : `, linked on ${formatDay(identity.created_at)}`
  return (
    <Entry icon={Link2} title={label} detail={`${typeof email === 'string' ? email : 'Linked'}${since}`}>
      {isOnly ? (
        <p className="text-13 text-muted">To remove it, set a password first.</p>
      ) : (
        <RemoveButton name={label} remove={remove}>
          You can’t sign in with it until you link it again.
        </RemoveButton>
      )}
    </Entry>
  )
}

function UnlinkedEntry({ provider, label }: { provider: string; label: string }) {
  const { auth } = useServices()
  const link = useMutation({
    mutationFn: async () => {
      const options = { redirectTo: `${location.origin}/dashboard?tab=settings` }
      // The library's type lists only the services its authors know.
      refuse(
        (
          await auth.linkIdentity({
            provider: provider as Parameters<typeof auth.signInWithOAuth>[0]['provider'],
            options,
          })
        ).error,
      )
    },
  })
  const asksProof = needsProof(link.error)
  return (
    <Entry icon={Link2} title={label} detail={asksProof ? 'Not linked' : (link.error?.message ?? 'Not linked')}>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Link ${label}`}
        disabled={link.isPending || link.isSuccess}
        onClick={() => link.mutate()}
      >
        Link
      </Button>
      <Dialog
        open={asksProof}
        onOpenChange={(open) => !open && link.reset()}
        title={`Link ${label}`}
        description="You can then sign in with it."
      >
        <ProofRequest onProved={() => link.mutate()} />
      </Dialog>
    </Entry>
  )
}

/** Why linking failed; the service puts it into the redirect URL. */
function useRefusalInAddress(): string | null {
  const [refusal] = useState(() => new URLSearchParams(location.hash.slice(1)).get('error_description'))
  useEffect(() => {
    if (refusal !== null) history.replaceState(history.state, '', location.pathname + location.search)
  }, [refusal])
  return refusal
}
