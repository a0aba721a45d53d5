import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { titleOfEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { TitleEditor } from '@callfolio/shared/ui/title-editor.tsx'
import { useServices } from '../services.tsx'

interface CardTitleProps {
  entry: UploadEntry
  children?: ReactNode
}

/** The title, editable in place, with the upload's actions on the right. */
export function EditableTitle({ entry, children }: CardTitleProps) {
  const { uploads } = useServices()
  const queryClient = useQueryClient()
  const save = async (text: string) => {
    await uploads.rename(entry.id, text)
    await queryClient.invalidateQueries({ queryKey: ['microsite', entry.micrositeId] })
  }
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0 flex-1">
        <TitleEditor
          title={titleOfEntry(entry)}
          placeholder="Recording"
          onSave={save}
          as="h3"
          className="line-clamp-2 text-15 font-medium wrap-anywhere"
        />
      </div>
      {children}
    </div>
  )
}

/** The card's subject, with its actions on the right. */
export function CardTitle({ entry, children }: CardTitleProps) {
  return (
    <div className="flex items-start justify-between gap-3">
      <h3 dir="auto" className="line-clamp-2 min-w-0 text-15 font-medium wrap-anywhere">
        {titleOfEntry(entry)}
      </h3>
      {children}
    </div>
  )
}
