import type { Take } from './take.ts'
import { heldDuration } from './held-duration.ts'
import { openTakeStore } from './take-store.ts'
import { isOwn, takeFileName } from './take.ts'
import { wholeFile } from './whole-file.ts'

/** The recorder's folder in the browser's private file system. */
export async function openTakesFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('takes', { create: true })
}

/** @returns the file as it is now; null when there is none. */
export async function readTakeFile(name: string): Promise<File | null> {
  try {
    return await (await (await openTakesFolder()).getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Removes all files of a take. No error when there are none. */
export async function removeTakeFiles({ files }: Pick<Take, 'files'>): Promise<void> {
  const folder = await openTakesFolder()
  const names = [files.mixed, files.sound, files.microphone, files.tab].filter((name) => name !== null)
  await Promise.all(names.map((name) => folder.removeEntry(name).catch(ignoreMissing)))
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
}

/** Saves a take's file with the browser's downloads. Call it in a window. Nothing happens when there is no file, or for another account. */
export async function saveTake(
  takeId: string,
  signedInUser: (server: string) => Promise<string | null>,
): Promise<void> {
  const take = await openTakeStore().get(takeId)
  if (take === null || !(await isOwn({ signedInUser }, take))) return
  const whole = await wholeFile({ readFile: readTakeFile, heldMs: (_name, file) => heldDuration(file) }, take)
  if (whole === null) return
  const mimeType = whole.hasPicture ? take.mimeType : 'audio/webm'
  const url = URL.createObjectURL(new Blob([whole.file], { type: mimeType.split(';')[0] ?? '' }))
  const link = document.createElement('a')
  link.href = url
  link.download = takeFileName({ ...take, mimeType })
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
