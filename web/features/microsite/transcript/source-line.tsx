import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import type { LanguageDialogProps } from './language-dialog.tsx'
import { sourceLabel } from './source-label.ts'

const LanguageDialog = lazyDialog<LanguageDialogProps>(
  async () => (await import('./language-dialog.tsx')).LanguageDialog,
)

/** The transcript's source and language; its owner can correct the language once the page is finished. */
export function SourceLine({ site }: { site: Microsite }) {
  const [open, setOpen] = useState(false)
  const { transcript_info: info, status, analysing, redacting, segments } = site
  if (info === null) return null
  const isFinished = status === 'active' && analysing === undefined && redacting === undefined
  return (
    <p className="text-13 text-muted">
      {sourceLabel(info)}{' '}
      {isFinished && segments.length > 0 && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="text-accent-text underline underline-offset-4 hover:text-ink"
        >
          {info.language === null ? 'Set the language' : 'Change the language'}
        </button>
      )}
      <LanguageDialog site={site} open={open} onOpenChange={setOpen} />
    </p>
  )
}
