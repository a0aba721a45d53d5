import { useState, type SyntheticEvent } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '../../ui/link.tsx'
import {
  KEPT_PARTS,
  RETENTION_PATHS,
  RETENTION_WARNING_DAYS,
  retentionStateSchema,
  type KeptPart,
  type Retention,
  type RetentionState,
} from '@callfolio/shared/contract/retention.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { useServices } from '../../lib/services.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { useToast } from '../../ui/toaster.tsx'
import { ageChoices, longerParts } from './retention-ages.ts'

const KEY = ['retention']
const LABELS: Record<KeptPart, string> = {
  media: 'Recordings',
  transcript: 'Transcripts',
  page: 'Microsites and links',
}
const REMOVED: Record<KeptPart, string> = {
  media: 'recording',
  transcript: 'transcript',
  page: 'microsite and links',
}

/** How long the user's calls are kept, and what is removed next. */
export function RetentionSetting() {
  const { api } = useServices()
  const server = useCapabilities()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.request(RETENTION_PATHS.account, retentionStateSchema, { signal }),
  })
  return (
    <div className="grid gap-3">
      <h4 className="text-15 font-semibold">How long calls are kept</h4>
      <p className="text-15">
        {server?.sends_mail === false
          ? `We list items here ${RETENTION_WARNING_DAYS} days before deleting them.`
          : `We email you ${RETENTION_WARNING_DAYS} days before deleting anything.`}{' '}
        Pinned microsites are always kept.
      </p>
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load retention settings.</LoadError>}
      {data && <Ages key={JSON.stringify(data.retention)} saved={data.retention} />}
      {data && data.next.length > 0 && <Next next={data.next} />}
    </div>
  )
}

function Ages({ saved }: { saved: Retention }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [ages, setAges] = useState(saved)
  const save = useMutation({
    mutationFn: () => api.request(RETENTION_PATHS.account, retentionStateSchema, { method: 'PUT', body: ages }),
    onSuccess: (state) => {
      queryClient.setQueryData(KEY, state)
      void queryClient.invalidateQueries({ queryKey: ['kept'] })
      toast({ text: 'Retention settings saved.' })
    },
  })
  const changed = KEPT_PARTS.some((part) => ages[`${part}_days`] !== saved[`${part}_days`])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (changed) save.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {KEPT_PARTS.map((part) => (
          <Field key={part} label={LABELS[part]}>
            {(id) => (
              <select
                id={id}
                value={ages[`${part}_days`] ?? ''}
                onChange={({ target }) =>
                  setAges(longerParts(ages, part, target.value === '' ? null : Number(target.value)))
                }
                className={`${INPUT} h-10 pr-8`}
              >
                {ageChoices(saved[`${part}_days`]).map(({ days, label }) => (
                  <option key={label} value={days ?? ''}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      {save.isError && <Banner tone="danger">{save.error.message}</Banner>}
      <Button variant="secondary" type="submit" disabled={!changed || save.isPending} className="justify-self-start">
        {save.isPending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  )
}

function Next({ next }: { next: RetentionState['next'] }) {
  return (
    <details className="rounded border border-line">
      <summary className="cursor-pointer px-4 py-3 text-15 font-medium">Upcoming deletions ({next.length})</summary>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto border-t border-line">
        {next.map(({ microsite_id: id, title, part, at }) => (
          <li key={`${id} ${part}`} className="px-4 py-3 text-13 tabular-nums">
            {formatDay(at)}: {REMOVED[part]} of{' '}
            <Link to={`/microsite/${id}`} className="text-accent-text underline underline-offset-4">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
