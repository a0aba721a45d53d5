import { Tag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { StatusBadge } from '@callfolio/shared/ui/status-badge.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { isLongTitle } from '../../../lib/long-title.ts'
import { ownerFacts } from '../../../lib/microsite-facts.ts'
import { EditButton } from '../edit/edit-form.tsx'
import { headerDraft, HeaderEditor, type HeaderDraft } from '../edit/header-editor.tsx'
import { useDraft } from '../edit/use-draft.ts'
import { AddTagsDialog } from '../../tags/add-tags-dialog.tsx'
import { TagMarks } from '../../tags/tag-marks.tsx'

/** Logo, title, facts, description and tags. */
export function DocumentHeader({ microsite, logoUrl }: { microsite: Microsite; logoUrl: string | null }) {
  const state = useDraft<HeaderDraft>(microsite.id)
  const editing = state.draft !== null
  return (
    <header className="grid grid-cols-1 content-start gap-3">
      <Logo key={logoUrl} url={logoUrl} />
      {editing ? (
        <>
          <h1 className="sr-only">{microsite.title}</h1>
          <HeaderEditor site={microsite} state={state} />
        </>
      ) : (
        <TitleAndText microsite={microsite} />
      )}
      <DocumentTags microsite={microsite}>
        <EditButton
          what="title and description"
          editing={editing}
          onClick={() => state.start(headerDraft(microsite))}
        />
      </DocumentTags>
    </header>
  )
}

function TitleAndText({ microsite }: { microsite: Microsite }) {
  return (
    <>
      <h1
        dir="auto"
        className={`font-semibold tracking-tight text-balance break-words ${isLongTitle(microsite.title) ? 'text-21 sm:text-28' : 'text-28 sm:text-40'}`}
      >
        {microsite.title}
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted tabular-nums">
        {ownerFacts(microsite).map(({ text }) => (
          <span key={text}>{text}</span>
        ))}
        {microsite.status !== 'active' && <StatusBadge status={microsite.status} />}
      </p>
      {microsite.description && (
        <p dir="auto" className="text-17 break-words whitespace-pre-line text-muted">
          {microsite.description}
        </p>
      )}
    </>
  )
}

/** The owner's logo, on white as logos are designed; one that fails to load leaves no gap. */
function Logo({ url }: { url: string | null }) {
  const [broken, setBroken] = useState(false)
  if (url === null || broken) return null
  return (
    <img
      src={url}
      alt="Your logo"
      onError={() => setBroken(true)}
      className="mb-1 -ml-2 h-11 max-w-52 justify-self-start rounded-sm bg-white object-contain object-left px-2 py-1"
    />
  )
}

/** The microsite's tags, the button to edit them, and other content of that line. */
function DocumentTags({ microsite, children }: { microsite: Microsite; children: ReactNode }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <TagMarks names={microsite.tags} />
      <div className="-ml-3 flex">
        <Button variant="quiet" size="sm" onClick={() => setChoosing(true)}>
          <Tag size={14} aria-hidden />
          {microsite.tags.length === 0 ? 'Add Tag' : 'Change tags'}
        </Button>
        {children}
      </div>
      <AddTagsDialog microsite={microsite} open={choosing} onOpenChange={setChoosing} />
    </div>
  )
}
