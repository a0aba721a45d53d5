import type { ReactNode } from 'react'
import { titleOfEntry, type UploadEntry } from '@callfolio/shared/client/upload-entry.ts'

/** What the card is about, with what can be done to it at the right. */
export function CardTitle({ entry, children }: { entry: UploadEntry; children?: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <h3 dir="auto" className="line-clamp-2 min-w-0 text-15 font-medium wrap-anywhere">
        {titleOfEntry(entry)}
      </h3>
      {children}
    </div>
  )
}
