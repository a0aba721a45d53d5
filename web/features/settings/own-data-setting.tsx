import { useState, type SyntheticEvent } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  DELETION_WAIT_DAYS,
  exportLinkSchema,
  OWN_DATA_PATHS,
  ownDataSchema,
  type DeletionReceipt,
} from '@callfolio/shared/contract/own-data.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { useServices } from '../../lib/services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { ImportSetting } from './import-setting.tsx'
import { RetentionSetting } from './retention-setting.tsx'
import { NO_PROOF, ProofField, proofFields } from './security/proof-field.tsx'
import { Setting } from './setting.tsx'

const KEY = ['own-data']

/** What a person can do with all of their data: export it, see what was deleted, and delete the account. */
export function OwnDataSetting() {
  const { api } = useServices()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.request(OWN_DATA_PATHS.data, ownDataSchema, { signal }),
  })
  return (
    <Setting
      id="own-data"
      title="Your data"
      text="Export your data, set how long calls are kept, or delete your account."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <p className="text-15">
          <a href="/data-flow" className="text-accent-text underline underline-offset-4">
            Where data goes
          </a>{' '}
          on this server, step by step.
        </p>
        <Download />
        <ImportSetting />
        <RetentionSetting />
        {isError && <LoadError onRetry={() => void refetch()}>Failed to load your data.</LoadError>}
        {data && data.receipts.length > 0 && <Receipts receipts={data.receipts} />}
        {data && (data.deletion_due_at === null ? <Leave /> : <Leaving dueAt={data.deletion_due_at} />)}
      </div>
    </Setting>
  )
}

function Download() {
  const { api } = useServices()
  const toast = useToast()
  const download = useMutation({
    mutationFn: () => api.request(OWN_DATA_PATHS.export, exportLinkSchema, { method: 'POST' }),
    // The browser's own download: however large, it never fills the page's memory.
    onSuccess({ path }) {
      location.assign(path)
      toast({ text: 'Download started. Check your browser’s downloads.' })
    },
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-15">
        Get one ZIP file with your account, settings, payments, tags, links and views. It includes every microsite with
        its recording and transcript.
      </p>
      {download.isError && <Banner tone="danger">Failed to start the download: {download.error.message}</Banner>}
      <Button variant="secondary" disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Preparing...' : 'Download everything'}
      </Button>
    </div>
  )
}

function Receipts({ receipts }: { receipts: readonly DeletionReceipt[] }) {
  return (
    <details className="rounded border border-line">
      <summary className="cursor-pointer px-4 py-3 text-15 font-medium">Deletion receipts ({receipts.length})</summary>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto border-t border-line">
        {receipts.map(({ id, part, deleted_at, finished_at, objects, links, digest }) => (
          <li key={id} className="grid gap-0.5 px-4 py-3 text-13 tabular-nums">
            <span className="font-medium">
              {formatDay(deleted_at)}, {WHAT[part]}: {count(objects, 'file')}, {count(links, 'link')}
              {finished_at === null && ' (deleting files)'}
            </span>
            <span className="break-all text-muted">SHA-256 {digest}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const WHAT: Record<DeletionReceipt['part'], string> = {
  media: 'a recording',
  transcript: 'a transcript',
  page: 'a microsite',
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

function Leave() {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-15">
        Deletes your account, recordings, microsites, links and settings {DELETION_WAIT_DAYS} days after you confirm.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete account"
        description={`You have ${DELETION_WAIT_DAYS} days to cancel in Settings. Then all recordings, microsites and links are deleted, and paid plans end.`}
      >
        <DeletionForm onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function DeletionForm({ onDone }: { onDone: () => void }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const [proof, setProof] = useState(NO_PROOF)
  const deletion = useMutation({
    mutationFn: () => {
      const { current_password: password, nonce } = proofFields(proof)
      return api.request(OWN_DATA_PATHS.deletion, ownDataSchema, { method: 'POST', body: { password, nonce } })
    },
    onSuccess: (data) => {
      queryClient.setQueryData(KEY, data)
      onDone()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    deletion.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ProofField
        proof={proof}
        onChange={(next) => {
          setProof(next)
          deletion.reset()
        }}
      />
      <p className="text-13 text-muted">No password? Leave this empty if you signed in within the last day.</p>
      {deletion.isError && <Banner tone="danger">{deletion.error.message}</Banner>}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" disabled={deletion.isPending}>
          {deletion.isPending ? 'Deleting...' : 'Delete account'}
        </Button>
      </div>
    </form>
  )
}

function Leaving({ dueAt }: { dueAt: string }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const keep = useMutation({
    mutationFn: () => api.request(OWN_DATA_PATHS.deletion, ownDataSchema, { method: 'DELETE' }),
    onSuccess: (data) => {
      queryClient.setQueryData(KEY, data)
      toast({ text: 'Account deletion canceled.' })
    },
  })
  return (
    <div className="grid justify-items-start gap-3">
      <Banner tone="warning">Your account will be deleted on {formatDay(dueAt)}, with all its data.</Banner>
      {keep.isError && <Banner tone="danger">Failed to cancel the deletion: {keep.error.message}</Banner>}
      <Button disabled={keep.isPending} onClick={() => keep.mutate()}>
        {keep.isPending ? 'Canceling deletion...' : 'Keep my account'}
      </Button>
    </div>
  )
}
