import { isTooLong } from '../../client/recording-file.ts'
import { isTranscriptFile } from '../../captions/transcript-endings.ts'
import type { RefusedFile } from '../../client/sort-files.ts'
import type { Usage } from '../../contract/accounts/account.ts'
import { formatMegabytes } from '../../format.ts'
import type { Plan } from '../../plans.ts'
import { Button } from '../button.tsx'
import { Banner } from '../banner.tsx'
import { UnderstoodTranscript } from './understood-transcript.tsx'
import type { ChosenFile } from './use-chosen-files.ts'

interface SeveralFilesProps {
  chosen: readonly ChosenFile[]
  plan: Plan | null
  usage: Pick<Usage, 'used' | 'limit'> | undefined
  busy: boolean
  onCancel: () => void
  /** @param taken at most as many as the plan allows. */
  onSubmit: (taken: ChosenFile[]) => void
}

/** Files chosen together: one microsite each, up to the plan's limit. */
export function SeveralFiles({ chosen, plan, usage, busy, onCancel, onSubmit }: SeveralFilesProps) {
  const fitting = chosen.filter(({ durationSeconds }) => !isTooLong(durationSeconds ?? null, plan))
  const taken = fitting.slice(0, usage && usage.limit >= 0 ? Math.max(0, usage.limit - usage.used) : undefined)
  const refused = chosen
    .filter((one) => !taken.includes(one))
    .map((one) => ({
      file: one.file,
      reason: fitting.includes(one)
        ? `Exceeds your plan’s limit of ${usage?.limit ?? 0} microsites a month.`
        : 'Longer than your plan allows.',
    }))
  return (
    <div className="grid grid-cols-1 gap-6">
      <ul className="grid grid-cols-1 divide-y divide-line rounded border border-line">
        {taken.map(({ file, captions }) => (
          <li key={file.name} className="p-4">
            <p className="text-15 font-medium wrap-anywhere">{file.name}</p>
            {!isTranscriptFile(file.name) && (
              <p className="text-13 wrap-anywhere text-muted">
                {[formatMegabytes(file.size), ...(captions ? [`with ${captions.name}`] : [])].join(' · ')}
              </p>
            )}
            {captions && <UnderstoodTranscript {...captions} />}
          </li>
        ))}
      </ul>
      <RefusedFiles refused={refused} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy || taken.length === 0} onClick={() => onSubmit(taken)}>
          {taken.length === 1 ? 'Create Microsite' : `Create ${taken.length} Microsites`}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** The rejected files, each with its reason. */
export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  if (refused.length === 0) return null
  return (
    <Banner tone="warning">
      <p className="font-medium">Not added</p>
      <ul className="grid gap-1 wrap-anywhere">
        {refused.map(({ file, reason }) => (
          <li key={file.name}>
            {file.name}: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
