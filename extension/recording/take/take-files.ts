import type { Take } from './take.ts'
import type { OwnTake } from '../../messaging/recording-protocol.ts'
import { openTakeStore } from './take-store.ts'
import { isOwn, takeFileName } from './take.ts'

/** The recorder's folder in the browser's private file system. */
export async function openTakesFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('takes', { create: true })
}

/** @returns the file in its current state; null if there is none. */
export async function readTakeFile(name: string): Promise<File | null> {
  try {
    return await (await (await openTakesFolder()).getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Removes all files of a take. No error if there are none. */
export async function removeTakeFiles({ files }: Pick<Take, 'files'>): Promise<void> {
  const folder = await openTakesFolder()
  const names = [files.mixed, files.sound, files.microphone, files.tab].filter((name) => name !== null)
  await Promise.all(names.map((name) => folder.removeEntry(name).catch(ignoreMissing)))
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
}

/**
 * Saves a take's file, or only its audio, with the browser's downloads. Call it in a window. Does nothing if there is
 * no file, or for another account.
 */
export async function saveTake(
  { id, lacksPicture }: Pick<OwnTake, 'id' | 'lacksPicture'>,
  signedInUser: (server: string) => Promise<string | null>,
): Promise<void> {
  const take = await openTakeStore().get(id)
  if (take === null || !(await isOwn({ signedInUser }, take))) return
  const name = lacksPicture ? take.files.sound : take.files.mixed
  const file = name === null ? null : await readTakeFile(name)
  if (file === null) return
  const mimeType = lacksPicture ? 'audio/webm' : take.mimeType
  const url = URL.createObjectURL(new Blob([file], { type: mimeType.split(';')[0] ?? '' }))
  const link = document.createElement('a')
  link.href = url
  link.download = takeFileName({ ...take, mimeType })
  link.click()
  // By then the download has its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
