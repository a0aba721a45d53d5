import { useRef } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  importResultSchema,
  OWN_DATA_PATHS,
  ownDataSchema,
  type ImportResult,
} from '@callfolio/shared/contract/own-data.ts'
import { getCount } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../../lib/services.tsx'
import { refreshLists } from '../library/use-microsite.ts'

/** Gigabytes over a slow connection take hours. */
const LONGEST_MS = 24 * 60 * 60 * 1000
const POLL_MS = 2000

/** Imports an archive downloaded from this server or another. */
export function ImportSetting() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const bringIn = useMutation({
    mutationFn: (archive: File) =>
      api.request(OWN_DATA_PATHS.import, importResultSchema, {
        method: 'POST',
        body: new Blob([archive], { type: 'application/zip' }),
        timeoutMs: LONGEST_MS,
      }),
    // An import that ends early keeps what was imported until then.
    onSettled: () => {
      refreshLists(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['tags'] })
    },
  })
  const { data: progress } = useQuery({
    queryKey: ['own-data', 'importing'],
    queryFn: async ({ signal }) => (await api.request(OWN_DATA_PATHS.data, ownDataSchema, { signal })).importing,
    enabled: bringIn.isPending,
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-15">
        Import an archive from another server: finished microsites, recordings and tags. Links aren’t imported, and
        existing microsites don’t change. To resume an interrupted import, import the same archive again.
      </p>
      {bringIn.isPending && (
        <p role="status" className="text-15 text-muted tabular-nums">
          {progress ? `${progress.done} of ${getCount(progress.of, 'microsite')} imported` : 'Sending the archive...'}
        </p>
      )}
      {bringIn.isError && <Banner tone="danger">Failed to import: {bringIn.error.message}</Banner>}
      {bringIn.isSuccess && <Outcome result={bringIn.data} />}
      <input
        ref={picker}
        type="file"
        accept=".zip,application/zip"
        aria-label="Archive to import"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [archive] = target.files ?? []
          if (archive) bringIn.mutate(archive)
          target.value = ''
        }}
      />
      <Button variant="secondary" disabled={bringIn.isPending} onClick={() => picker.current?.click()}>
        {bringIn.isPending ? 'Importing...' : 'Import archive'}
      </Button>
    </div>
  )
}

function Outcome({ result: { imported, known, left } }: { result: ImportResult }) {
  return (
    <Banner tone={left.length > 0 ? 'warning' : 'info'}>
      {getCount(imported, 'microsite')} imported{known > 0 && `, ${known} already here`}
      {left.length > 0 ? `, ${left.length} skipped:` : '.'}
      {left.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {left.map(({ name, reason }) => (
            <li key={name} className="break-words">
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  )
}
