import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Uploads. */
export function uploadTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, bigint, time, index } = columns
  const { createdAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  /** One upload; `key` is the storage path and, base64url-encoded, the tus address. */
  const uploads = table(
    'uploads',
    {
      key: text('key').primaryKey(),
      userId: owner(),
      filename: text('filename'),
      filetype: text('filetype'),
      /** Bytes, as announced or received; null: not known yet. */
      size: bigint('size'),
      createdAt: createdAt(),
      completedAt: time('completed_at'),
      /**
       * Context for a transcription that starts before the last byte arrives; null: no early transcription is wanted.
       */
      speechHints: text('speech_hints'),
      /**
       * When the next part of the received data may be transcribed, and from how many bytes on; null: no further part.
       */
      speechAt: time('speech_at'),
      speechAtBytes: bigint('speech_at_bytes').notNull().default(0),
    },
    (t) => [index('uploads_user').on(t.userId)],
  )

  return { uploads }
}
