import { readTakeFile } from './take-files.ts'
import { openTakeStore } from './take-store.ts'
import { takeFileName } from './take.ts'

/** Saves a take's file with the browser's downloads. Call it in a window. Nothing happens when there is no file. */
export async function saveTake(takeId: string): Promise<void> {
  const take = await openTakeStore().get(takeId)
  if (take === null || take.files.mixed === null) return
  const file = await readTakeFile(take.files.mixed)
  if (file === null) return
  const url = URL.createObjectURL(new Blob([file], { type: take.mimeType.split(';')[0] ?? '' }))
  const link = document.createElement('a')
  link.href = url
  link.download = takeFileName(take)
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
