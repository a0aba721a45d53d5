import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import type { PasskeyListItem } from '@supabase/auth-js'
import { formatAgo, formatDay } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { getData, refuse, refuseKey } from '../../../lib/auth-answer.ts'
import { deviceName } from '../../../lib/device-name.ts'
import { canUseKeys } from '../../../lib/security-keys.ts'
import { useNow } from '../../../lib/hooks.ts'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Setting } from '../setting.tsx'
import { Entries, Entry } from '../entry.tsx'
import { Refusal } from './proof-request.tsx'
import { RemoveButton } from './remove-button.tsx'

const KEY = ['passkeys']

/** Passkeys, which sign in without a password. */
export function PasskeysSetting() {
  const { auth } = useServices()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => getData(await auth.passkey.list()),
  })
  // Hidden if the browser can't use one and there is none.
  if (!canUseKeys() && (data === undefined || data.length === 0)) return null
  return (
    <Setting
      id="passkeys"
      title="Passkeys"
      text="Sign in with your fingerprint, face or device PIN instead of a password."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isError && <LoadError onRetry={() => void refetch()}>Failed to load your passkeys.</LoadError>}
        {data && data.length > 0 && (
          <Entries label="Passkeys">
            {data.map((passkey) => (
              <PasskeyEntry key={passkey.id} passkey={passkey} />
            ))}
          </Entries>
        )}
        {canUseKeys() && <AddPasskey />}
      </div>
    </Setting>
  )
}

function AddPasskey() {
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: async () => {
      const { data, error } = await auth.registerPasskey()
      refuseKey(error)
      if (data)
        getData(await auth.passkey.update({ passkeyId: data.id, friendlyName: deviceName(navigator.userAgent) }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <div className="grid justify-items-start gap-3">
      <Refusal error={add.error} onRetry={() => add.mutate()} />
      <Button variant="secondary" disabled={add.isPending} onClick={() => add.mutate()}>
        {add.isPending ? 'Waiting for the passkey...' : 'Add passkey'}
      </Button>
    </div>
  )
}

function PasskeyEntry({ passkey }: { passkey: PasskeyListItem }) {
  const now = useNow(60_000)
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const [renaming, setRenaming] = useState(false)
  const name = passkey.friendly_name ?? 'Passkey'
  const used = passkey.last_used_at === undefined ? 'not used yet' : `used ${formatAgo(passkey.last_used_at, now)}`
  const remove = async () => {
    refuse((await auth.passkey.delete({ passkeyId: passkey.id })).error)
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Entry icon={Fingerprint} title={name} detail={`Added on ${formatDay(passkey.created_at)}, ${used}`}>
      <Button variant="secondary" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <RemoveButton name={name} remove={remove}>
        You won’t be able to sign in with it. Delete it from your password manager too.
      </RemoveButton>
      <Dialog
        open={renaming}
        onOpenChange={setRenaming}
        title="Rename passkey"
        description="Helps you recognize it later."
      >
        <NameForm id={passkey.id} name={name} onDone={() => setRenaming(false)} />
      </Dialog>
    </Entry>
  )
}

function NameForm({ id, name: before, onDone }: { id: string; name: string; onDone: () => void }) {
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const [name, setName] = useState(before)
  const rename = useMutation({
    mutationFn: async () => getData(await auth.passkey.update({ passkeyId: id, friendlyName: name.trim() })),
    onSuccess: async () => {
      onDone()
      await queryClient.invalidateQueries({ queryKey: KEY })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField label="Name" maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      {rename.isError && <Banner tone="danger">{rename.error.message}</Banner>}
      <Button type="submit" disabled={rename.isPending || name.trim() === ''}>
        {rename.isPending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  )
}
