import { ChevronDown, Download, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { PLANS } from '@callfolio/shared/plans.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import type { RichText } from '@callfolio/shared/client/clipboard.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { EXPORT_CHOICES, isLocked, type ExportChoice } from './export-choices.ts'
import { useExport, type ExportTask } from './use-export.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface ExportMenuProps extends ExportTask {
  /** Whether the transcript has times. */
  timed: boolean
  /** Called when the user chooses a format their plan doesn't include. */
  onLocked: () => void
}

/** The exports of a page and their formats. Formats outside the plan can be chosen too: they lead to the plans. */
export function ExportMenu({ readSource, planId, timed, onLocked }: ExportMenuProps) {
  const { busy, run, refused, dismissRefused } = useExport({ readSource, planId })
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" size="sm" aria-busy={busy}>
            <Download size={14} aria-hidden className="max-sm:hidden" />
            {busy ? 'Exporting...' : 'Export'}
            <ChevronDown size={14} aria-hidden className="-mr-1 text-muted" />
          </Button>
        }
      >
        {EXPORT_CHOICES.filter((choice) => timed || !choice.timed).map((choice) => {
          const locked = isLocked(choice, planId)
          return (
            <MenuItem key={choice.id} onSelect={() => (locked ? onLocked() : void run(choice))}>
              <ChoiceLine choice={choice} locked={locked} watermark={choice.id === 'pdf' && planId === 'free'} />
            </MenuItem>
          )
        })}
      </Menu>
      <CopyByHandDialog content={refused} onClose={dismissRefused} />
    </>
  )
}

interface ChoiceLineProps {
  choice: ExportChoice
  locked: boolean
  watermark: boolean
}

function ChoiceLine({ choice: { name, hint }, locked, watermark }: ChoiceLineProps) {
  return (
    <>
      <span className="grid flex-1">
        <span>{name}</span>
        <span className="text-13 text-muted">
          {locked ? `Part of the ${PLANS.pro.name} plan` : hint}
          {watermark && ', with a watermark'}
        </span>
      </span>
      {locked && <Lock size={15} aria-hidden className="shrink-0 text-muted" />}
    </>
  )
}

/**
 * Content that the browser didn't allow on the clipboard, selected so that the copy shortcut copies it with its
 * formatting.
 */
function CopyByHandDialog({ content, onClose }: { content: RichText | null; onClose: () => void }) {
  return (
    <Dialog
      open={content !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Copy for Google Docs"
      description="The browser blocked copying. The text is selected: press Ctrl+C or ⌘C, then paste it."
    >
      {content && <SelectedText html={content.html} />}
    </Dialog>
  )
}

function SelectedText({ html }: { html: string }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // A document parsed this way runs no script.
    place.current?.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
    place.current?.focus()
    if (place.current) getSelection()?.selectAllChildren(place.current)
  }, [html])
  return (
    <article
      ref={place}
      tabIndex={0}
      aria-label="Text to copy"
      // Shown as a standalone document, because the browser copies it as displayed.
      className="max-h-[50dvh] overflow-y-auto rounded border border-line bg-white p-4 leading-normal wrap-anywhere text-black scheme-light [&_*]:[all:revert]"
    />
  )
}
