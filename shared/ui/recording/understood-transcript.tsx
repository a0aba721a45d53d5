import type { Understanding } from '../../client/caption-file.ts'

/** What was read from a transcript, shown before a page is made from it. */
export function UnderstoodTranscript({ understood, warnings }: Understanding) {
  return (
    <div role="status" className="grid gap-1 text-13 wrap-anywhere">
      <p className="text-muted">{understood}</p>
      {warnings.map((warning) => (
        <p key={warning} className="rounded-sm bg-surface px-3 py-2">
          {warning}
        </p>
      ))}
    </div>
  )
}
