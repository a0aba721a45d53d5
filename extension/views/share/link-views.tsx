import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '@callfolio/shared/api-client.ts'
import { readLinks } from '@callfolio/shared/client/create-link.ts'
import { linkViewsSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { formatAgo } from '@callfolio/shared/format.ts'
import { useServices } from '../services.tsx'

/** How often openings are read while a window shows them, ms. */
const LOOK_MS = 15_000

interface Openings {
  count: number
  /** Since the last one, as text. */
  lastAgo: string
  /** Null: the link asks for no email address. */
  lastBy: string | null
}

/** Who opened a page's links, and when; nothing before the first opening. */
export function LinkViews({ micrositeId }: { micrositeId: string }) {
  const { account } = useServices()
  const { data } = useQuery({
    queryKey: ['link-views', account.server, micrositeId],
    refetchInterval: LOOK_MS,
    queryFn: ({ signal }) => readOpenings(account.api, micrositeId, signal),
  })
  if (!data) return null
  const by = data.lastBy === null ? '' : ` by ${data.lastBy}`
  return (
    <p aria-live="polite" className="text-13 break-words text-muted tabular-nums">
      Opened {data.count === 1 ? 'once,' : `${data.count} times, last`}
      {by} {data.lastAgo}
    </p>
  )
}

async function readOpenings(api: ApiClient, micrositeId: string, signal: AbortSignal): Promise<Openings | null> {
  const links = await readLinks(api, micrositeId, signal)
  const [last] = links
    .flatMap(({ last_opened_at: at, ...link }) => (at === null ? [] : [{ ...link, at }]))
    .toSorted((one, other) => other.at.localeCompare(one.at))
  if (last === undefined) return null
  const lastAgo = formatAgo(last.at, new Date())
  const count = links.reduce((sum, { view_count }) => sum + view_count, 0)
  if (!last.asks_email) return { count, lastAgo, lastBy: null }
  const { views } = await api.request(SHARE_PATHS.views(last.id), linkViewsSchema, { signal })
  return { count, lastAgo, lastBy: views[0]?.email ?? null }
}
