import type { Recording } from './recording.ts'
import type { OwnRecording } from '../../messaging/recording-protocol.ts'
import { openRecordingStore } from './recording-store.ts'
import { isOwn, recordingFileName } from './recording.ts'

/** The recorder's folder in the browser's private file system. */
export async function openRecordingsFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('recordings', { create: true })
}

/** @returns the file in its current state; null if there is none. */
export async function readRecordingFile(name: string): Promise<File | null> {
  try {
    return await (await (await openRecordingsFolder()).getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Removes all files of a recording. No error if there are none. */
export async function removeRecordingFiles({ files }: Pick<Recording, 'files'>): Promise<void> {
  const folder = await openRecordingsFolder()
  const names = [files.mixed, files.sound, files.microphone, files.tab].filter((name) => name !== null)
  await Promise.all(names.map((name) => folder.removeEntry(name).catch(ignoreMissing)))
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
}

/**
 * Saves a recording's file, or only its audio, with the browser's downloads. Call it in a window. Does nothing if there is
 * no file, or for another account.
 */
export async function saveRecording(
  { id, lacksPicture }: Pick<OwnRecording, 'id' | 'lacksPicture'>,
  signedInUser: (server: string) => Promise<string | null>,
): Promise<void> {
  const recording = await openRecordingStore().get(id)
  if (recording === null || !(await isOwn({ signedInUser }, recording))) return
  const name = lacksPicture ? recording.files.sound : recording.files.mixed
  const file = name === null ? null : await readRecordingFile(name)
  if (file === null) return
  const mimeType = lacksPicture ? 'audio/webm' : recording.mimeType
  const url = URL.createObjectURL(new Blob([file], { type: mimeType.split(';')[0] ?? '' }))
  const link = document.createElement('a')
  link.href = url
  link.download = recordingFileName({ ...recording, mimeType })
  link.click()
  // By then the download has its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
