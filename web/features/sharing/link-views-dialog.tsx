import { useId } from 'react'
import {
  LINK_SECTIONS,
  type LinkSection,
  type LinkViews,
  type ShareableLink,
} from '@callfolio/shared/contract/share.ts'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { getCount, formatAgo, formatMoment } from '@callfolio/shared/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SECTION_NAMES, getTitle } from './link-terms.ts'
import { useLinkViews } from './use-links.ts'
import { useNow } from '../../lib/hooks.ts'

interface LinkViewsDialogProps {
  link: ShareableLink
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who viewed a link's page, and how far they read. */
export function LinkViewsDialog({ link, open, onOpenChange }: LinkViewsDialogProps) {
  const about = `The link to “${getTitle(link)}”${link.label === null ? '' : ` for ${link.label}`}.`
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Views" description={about}>
      <Readers link={link} />
    </Dialog>
  )
}

function Readers({ link }: { link: ShareableLink }) {
  const { data, isError, refetch } = useLinkViews(link.id)
  if (data) return <LinkReaders link={link} found={data} />
  if (isError) return <LoadError onRetry={() => void refetch()}>Failed to load views.</LoadError>
  return <Spinner label="Loading..." />
}

const MINUTE_MS = 60_000

/** Views, last opened, reach and visitors; without views, what counts as one. */
function LinkReaders({ link, found }: { link: ShareableLink; found: LinkViews }) {
  const now = useNow(MINUTE_MS)
  // The list of links may be slightly older than the views.
  const total = Math.max(link.view_count, found.views.length, ...Object.values(found.reached))
  if (total === 0) return <NobodyYet />
  const lastOpened = found.views[0]?.at ?? link.last_opened_at
  return (
    <div className="grid min-w-0 gap-6">
      <p className="text-15">
        <span className="font-semibold">{getCount(total, 'view')}</span>
        {lastOpened !== null && <span className="text-muted"> · last opened {formatAgo(lastOpened, now)}</span>}
      </p>
      <SectionReach sections={link.sections ?? LINK_SECTIONS} reached={found.reached} total={total} />
      {found.views.length > 0 && <VisitList views={found.views} total={total} asksEmail={link.asks_email} />}
    </div>
  )
}

function NobodyYet() {
  return (
    <div className="grid gap-1.5">
      <p className="text-17 font-semibold">No views yet</p>
      <p className="text-15 text-muted">Link previews, email scanners, reloads and your own visits don’t count.</p>
    </div>
  )
}

interface SectionReachProps {
  /** The sections that the link shows, in page order. */
  sections: readonly LinkSection[]
  reached: LinkViews['reached']
  /** Total views. */
  total: number
}

/** How many views reached each section. */
function SectionReach({ sections, reached, total }: SectionReachProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="text-13 font-medium">
        How far recipients read
      </h3>
      <ul className="grid gap-2.5">
        {sections.map((section) => {
          const views = reached[section] ?? 0
          return (
            <li key={section} className="grid gap-1">
              <p className="flex justify-between gap-4 text-15">
                <span>{SECTION_NAMES[section]}</span>
                <span className="text-13 text-muted tabular-nums">
                  {views.toLocaleString('en')} of {total.toLocaleString('en')}
                </span>
              </p>
              <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
                <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * views) / total}%` }} />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface VisitListProps {
  /** Newest first. */
  views: LinkViews['views']
  /** Total views; the server lists only the latest. */
  total: number
  asksEmail: boolean
}

/** The individual visits: when, how far, and by whom if an email address was given. */
function VisitList({ views, total, asksEmail }: VisitListProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="text-13 font-medium">
        {views.length < total ? `Latest ${views.length} views` : 'Views'}
      </h3>
      <ul className="grid divide-y divide-line">
        {views.map(({ at, email, sections }, place) => (
          <li key={`${at} ${place}`} className="grid gap-0.5 py-2">
            <p className="flex flex-wrap justify-between gap-x-4 text-15">
              {email !== null && <span className="min-w-0 wrap-anywhere">{email}</span>}
              {email === null && asksEmail && <span className="text-muted">No email address</span>}
              <time dateTime={at} className={`tabular-nums ${email !== null || asksEmail ? 'text-13 text-muted' : ''}`}>
                {formatMoment(at)}
              </time>
            </p>
            {sections.length > 0 && (
              <p className="text-13 text-muted">{sections.map((section) => SECTION_NAMES[section]).join(', ')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
