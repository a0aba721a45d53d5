import { ChevronDown, ClipboardCopy, Download, Lock } from 'lucide-react'
import { buttonClass } from '../../ui/button.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { CopyByHandDialog } from './copy-by-hand-dialog.tsx'
import { EXPORT_CHOICES, isLocked, type ExportChoice } from './export-choices.ts'
import { useExport, type ExportTask } from './use-export.ts'

interface ExportMenuProps extends ExportTask {
  /** Whether the transcript has times. */
  timed: boolean
  /** Somebody chose what their plan does not have. */
  onLocked: () => void
}

/** What can be taken away from a page, and as what. What the plan leaves out can be chosen too: it leads to the plans. */
export function ExportMenu({ readSource, planId, timed, onLocked }: ExportMenuProps) {
  const { busy, run, refused, dismissRefused } = useExport({ readSource, planId })
  return (
    <>
      <Menu
        trigger={
          <button type="button" aria-busy={busy} className={buttonClass('secondary', 'sm')}>
            <Download size={14} aria-hidden className="max-sm:hidden" />
            {busy ? 'Exporting...' : 'Export'}
            <ChevronDown size={14} aria-hidden className="-mr-1 text-muted" />
          </button>
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

function ChoiceLine({ choice: { id, name, hint }, locked, watermark }: ChoiceLineProps) {
  const Icon = locked ? Lock : id === 'google-docs' ? ClipboardCopy : Download
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="grid">
        <span>{name}</span>
        <span className="text-13 text-muted">
          {hint}
          {watermark && ', with a watermark'}
          {locked && ' · with the Premium plan'}
        </span>
      </span>
    </>
  )
}
