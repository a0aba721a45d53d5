import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import {
  FAILED_JOBS_PATHS,
  failedJobRetriedSchema,
  failedJobsSchema,
  type FailedJobsPage,
  type FailedJobView,
} from '@callfolio/shared/contract/failed-jobs.ts'
import { getCount, formatAgo } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useNow } from '../../lib/hooks.ts'
import { requestProblem } from '../../lib/request-problem.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { Entries, Entry } from './entry.tsx'
import { Setting } from './setting.tsx'

const KEY = ['failed-jobs']
/** A retried job may come back. */
const POLL_MS = 30_000

/** The server's names of job kinds; an unknown kind is shown by its name. */
const KINDS: Record<string, string> = {
  'microsite': 'Microsite',
  'recap': 'Recap',
  'redaction': 'Redaction',
  'early-speech': 'Transcription during an upload',
  'event.audit': 'Audit log entry',
  'event.mail': 'Email',
  'event.failure_mail': 'Email about a failure',
  'event.better_mail': 'Email about a better transcript',
  'event.retention_mail': 'Email about upcoming deletions',
}

/** Jobs that this server gave up, for its operator to retry. */
export function FailedJobsSetting() {
  const { api } = useServices()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.request(FAILED_JOBS_PATHS.list, failedJobsSchema, { signal }),
    refetchInterval: POLL_MS,
  })
  return (
    <Setting id="failed-jobs" title="Failed jobs" text="Jobs that failed, without names or call content. Admins only.">
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load jobs.</LoadError>}
      {!data && !isError && (
        <div role="status" aria-label="Loading the failed jobs">
          <SkeletonLines />
        </div>
      )}
      {data && <FailedJobs page={data} />}
    </Setting>
  )
}

function FailedJobs({ page: { jobs, total } }: { page: FailedJobsPage }) {
  const list = useRef<HTMLDivElement>(null)
  return (
    // Takes the focus when the focused button is removed.
    <div ref={list} role="group" aria-labelledby="failed-jobs" tabIndex={-1} className="grid gap-3 outline-none">
      {jobs.length === 0 ? (
        <p className="text-15">
          No failed jobs. <span className="block text-13 text-muted">Jobs that fail appear here with the reason.</span>
        </p>
      ) : (
        <Entries label="Failed jobs">
          {jobs.map((job) => (
            <FailedJobEntry key={`${job.kind} ${job.id}`} job={job} onDone={() => list.current?.focus()} />
          ))}
        </Entries>
      )}
      {total > jobs.length && (
        <p className="text-13 text-muted">
          Showing the newest {jobs.length} of {total.toLocaleString('en')}. To list all, run{' '}
          <code>npm run admin -- jobs failed</code>.
        </p>
      )}
    </div>
  )
}

/** @param onDone called when its button is removed. */
function FailedJobEntry({ job, onDone }: { job: FailedJobView; onDone: () => void }) {
  const { id, kind, reason, attempts, tried_at } = job
  const now = useNow(60_000)
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const name = KINDS[kind] ?? kind
  const retry = useMutation({
    mutationFn: () =>
      api.request(FAILED_JOBS_PATHS.retry, failedJobRetriedSchema, { method: 'POST', body: { id, kind } }),
    onSuccess: async ({ retried }) => {
      if (retried) {
        await queryClient.invalidateQueries({ queryKey: KEY })
        toast({ text: `${name}: retry started.` })
      }
      onDone()
    },
  })
  const isOver = retry.data?.retried === false
  const problem = isOver ? 'Nothing to retry: the microsite is finished or in progress.' : requestProblem(retry.error)
  return (
    <Entry
      icon={CircleAlert}
      title={name}
      detail={
        <>
          <p className="text-15 text-ink">{reason ?? 'No reason recorded.'}</p>
          <p>
            Tried {attempts === 1 ? 'once' : getCount(attempts, 'time')}
            {tried_at !== null && `, ${attempts === 1 ? '' : 'last '}${formatAgo(tried_at, now)}`}
          </p>
          <p>{id}</p>
          <p role="status" className={isOver ? 'text-ink' : 'text-danger'}>
            {problem}
          </p>
        </>
      }
    >
      {!isOver && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Retry ${name}, ${id}`}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {retry.isPending ? 'Retrying...' : 'Retry'}
        </Button>
      )}
    </Entry>
  )
}
