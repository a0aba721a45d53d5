import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { CREATE_LINK_FAILED } from '@callfolio/shared/client/create-link.ts'
import { SHARE_EXPIRY_OPTIONS, type ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import { useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { getCount } from '@callfolio/shared/format.ts'
import { FormProblem, LinkLabelField, MoreOptions } from './link-fields.tsx'
import { draftTerms, linkFields, OPEN_LINK, getProblem, type LinkDraft, type LinkDraftProps } from './link-draft.ts'
import { LinkOptions } from './link-options.tsx'
import { termsInShort, worksNow } from './link-terms.ts'
import { NewLink } from './new-link.tsx'
import { useCreateLink, useLinks } from './use-links.ts'
import { useNow } from '../../lib/hooks.ts'

const COPIED_MS = 2000

interface SharePickerProps extends LinkDraftProps {
  micrositeId: string
  canShowVideo: boolean
  /** The page is not ready yet. */
  preparing: boolean
  onDone: () => void
}

/** The options of a new link; a click on one of its six lifetimes creates and copies it. */
export function SharePicker({ micrositeId, canShowVideo, preparing, draft, onChange, onDone }: SharePickerProps) {
  const [unfolded, setUnfolded] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const create = useCreateLink()
  const { state, copy } = useCopy(COPIED_MS)

  const edit = (next: LinkDraft) => {
    onChange(next)
    setProblem(null)
  }
  const choose = (days: ShareExpiryDays) => {
    const found = getProblem(draft)
    setProblem(found)
    if (found !== null) return setUnfolded(true)
    const made = create.mutateAsync({ microsite_id: micrositeId, expires_in_days: days, ...linkFields(draft) })
    void copy(made.then(({ share_url }) => share_url))
  }

  const beginAnother = () => {
    create.reset()
    edit(OPEN_LINK)
    setUnfolded(false)
  }

  if (create.data) {
    return (
      <NewLink
        link={create.data}
        password={draft.password}
        copyState={state}
        onCopy={(url) => void copy(url)}
        onAnother={beginAnother}
        onDone={onDone}
      />
    )
  }
  return (
    <div className="grid min-w-0 gap-5">
      <LinkLabelField value={draft.label} onChange={(label) => edit({ ...draft, label })} />
      <MoreOptions summary={termsInShort(draftTerms(draft))} open={unfolded} onOpenChange={setUnfolded}>
        <LinkOptions draft={draft} onChange={edit} canShowVideo={canShowVideo} preparing={preparing} />
      </MoreOptions>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-13 font-medium">Create a link that expires after</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {SHARE_EXPIRY_OPTIONS.map(({ days, label: words }) => (
            <Button variant="secondary" key={days} disabled={create.isPending} onClick={() => choose(days)}>
              {create.isPending && create.variables.expires_in_days === days ? 'Creating...' : words}
            </Button>
          ))}
        </div>
      </fieldset>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      {problem === null && create.isError && <FormProblem>{CREATE_LINK_FAILED}</FormProblem>}
      <ExistingLinks micrositeId={micrositeId} onLeave={onDone} />
    </div>
  )
}

const MINUTE_MS = 60_000

/** The number of existing links to a microsite, with a link to them. `onLeave`: called when the reader goes there. */
function ExistingLinks({ micrositeId, onLeave }: { micrositeId: string; onLeave: () => void }) {
  const { data: links = [] } = useLinks(micrositeId)
  const now = useNow(MINUTE_MS)
  const working = links.filter((link) => worksNow(link, now)).length
  if (working === 0) return null
  return (
    <p className="text-13 text-muted">
      This microsite already has {getCount(working, 'working link')}.{' '}
      <Link to="/dashboard?tab=shared" onClick={onLeave} className={`${TEXT_LINK} rounded-sm`}>
        Manage shared links
      </Link>
    </p>
  )
}
