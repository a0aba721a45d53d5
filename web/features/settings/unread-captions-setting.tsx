import { useQuery } from '@tanstack/react-query'
import { CaptionsOff } from 'lucide-react'
import { CAPTION_PATHS, unreadCaptionsSchema, type UnreadCaptions } from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import { formatAgo, getCount } from '@callfolio/shared/format.ts'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useNow } from '../../lib/hooks.ts'
import { useServices } from '../../lib/services.tsx'
import { Entries, Entry } from './entry.tsx'
import { Setting } from './setting.tsx'

const NAMES: Record<UnreadCaptions['sites'][number]['site'], string> = {
  meet: 'Google Meet',
  zoom: 'Zoom',
  teams: 'Microsoft Teams',
}

/** Meetings whose captions the extension couldn't read, for the operator, who can update the server. */
export function UnreadCaptionsSetting() {
  const { api } = useServices()
  const { data, isError, refetch } = useQuery({
    queryKey: ['unread-captions'],
    queryFn: ({ signal }) => api.request(CAPTION_PATHS.unread, unreadCaptionsSchema, { signal }),
  })
  return (
    <Setting
      id="unread-captions"
      title="Meeting captions"
      text="Meetings whose captions the extension couldn’t read. No text is collected. Admins only."
    >
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load meetings.</LoadError>}
      {!data && !isError && (
        <div role="status" aria-label="Loading meeting captions">
          <SkeletonLines />
        </div>
      )}
      {data && <UnreadSites sites={data.sites} />}
    </Setting>
  )
}

function UnreadSites({ sites }: UnreadCaptions) {
  const now = useNow(60_000)
  if (sites.length === 0) return <p className="text-15">No problems reported.</p>
  return (
    <div className="grid gap-3">
      <Entries label="Meeting captions">
        {sites.map(({ site, meetings, last_at, version }) => (
          <Entry
            key={site}
            icon={CaptionsOff}
            title={NAMES[site]}
            detail={
              <>
                <p className="text-15 text-ink">
                  {getCount(meetings, 'meeting')}, last {formatAgo(last_at, now)}
                </p>
                <p>Caption reader version: {version}</p>
              </>
            }
          />
        ))}
      </Entries>
      <p className="text-13 text-muted">
        This server has caption reader version {CAPTION_MARKS.version}. Newer server versions may read these captions.
      </p>
    </div>
  )
}
