/** What the spool's worker is asked for; each is answered with the same id. */
export type SpoolRequest = { id: number } & SpoolOperation

export type SpoolOperation =
  | { type: 'open'; name: string }
  /** Appends. @returns the file's size. */
  | { type: 'write'; bytes: ArrayBuffer }
  | { type: 'read'; start: number; end: number }
  | { type: 'clear' }
  | { type: 'close' }

export type SpoolReply = { id: number } & (
  | { value: number | ArrayBuffer }
  | { error: { name: string; message: string } }
)
