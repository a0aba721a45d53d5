import { isTranscriptFile } from '@callfolio/shared/captions/transcript-endings.ts'
import type { PickedFile } from '@callfolio/shared/client/file-handles.ts'
import { fileProblem } from '@callfolio/shared/client/recording-file.ts'
import { sortFiles } from '@callfolio/shared/client/sort-files.ts'
import { callTitleOfFile } from '@callfolio/shared/titles.ts'
import type { FinishedDownload } from '../browser/downloads.ts'
import { fileKey, type WatchedFolder } from './watched-folder.ts'

/** A recording that the person may want to upload. */
export interface FoundRecording {
  key: string
  /** From its name or its folder's name. */
  title: string
  recording: PickedFile
  captions: PickedFile | null
}

/** Zoom has a folder for each meeting, in one for all. */
const MOST_DEPTH = 3
const MOST_NAMES = 5000
const MOST_OFFERED = 5
/** A file that was written to since may not be finished. ms */
const RESTED_MS = 60_000

const DATED = /20\d\d\D?\d\d\D?\d\d/
const NAMED_BY_RECORDER =
  /(?<!\p{L})(?:recording|meeting|zoom|screencast|call|aufnahme|bildschirmaufnahme|besprechung|enregistrement|réunion|grabación|reunión)(?!\p{L})|^video\d{4,}|^audio_only/iu

/**
 * Looks for recordings of meetings with the caption files beside them, the newest first.
 * @param before keys of the last look: what hasn't changed since is finished.
 * @param isDownloaded whether a file is a finished download.
 * @returns what to offer, and the keys of this look.
 */
export async function findRecordings(
  { handle, since, handled }: WatchedFolder,
  before: ReadonlySet<string>,
  isDownloaded: (file: File) => boolean,
): Promise<{ found: FoundRecording[]; keys: Set<string> }> {
  const known = new Set(handled)
  const keys = new Set<string>()
  const found: FoundRecording[] = []
  for await (const { name, files } of foldersBelow(handle, 0, { names: 0 })) {
    const recent: PickedFile[] = []
    for (const fileHandle of files) {
      // It may be gone by now.
      const file = await fileHandle.getFile().catch(() => null)
      if (file && file.lastModified >= since) recent.push({ file, handle: fileHandle })
    }
    for (const { recording, captions } of pair(recent)) {
      const { file } = recording
      const key = fileKey(file)
      keys.add(key)
      const isFinished = Date.now() - file.lastModified > RESTED_MS || before.has(key) || isDownloaded(file)
      if (isFinished && !known.has(key))
        found.push({
          key,
          title: callTitleOfFile(file.name) ?? callTitleOfFile(name) ?? file.name,
          recording,
          captions,
        })
    }
  }
  const newest = found.toSorted((a, b) => b.recording.file.lastModified - a.recording.file.lastModified)
  return { found: newest.slice(0, MOST_OFFERED), keys }
}

interface Folder {
  name: string
  files: FileSystemFileHandle[]
}

/** Folders with recordings. Only the names are read. */
async function* foldersBelow(
  folder: FileSystemDirectoryHandle,
  depth: number,
  read: { names: number },
): AsyncGenerator<Folder> {
  const files: FileSystemFileHandle[] = []
  const below: FileSystemDirectoryHandle[] = []
  for await (const entry of folder.values()) {
    if ((read.names += 1) > MOST_NAMES) break
    if (entry.name.startsWith('.')) continue
    if (entry.kind === 'directory') below.push(entry)
    else if (isWanted(entry.name, folder.name)) files.push(entry)
  }
  if (files.length > 0) yield { name: folder.name, files }
  if (depth < MOST_DEPTH) for (const one of below) yield* foldersBelow(one, depth + 1, read)
}

function isWanted(name: string, folder: string): boolean {
  if (isTranscriptFile(name)) return !/chat/i.test(name)
  return isNamedLikeRecording(name) || DATED.test(folder)
}

/** Whether a recorder of calls may have named a file: Zoom, Meet, Teams, OBS, QuickTime. */
function isNamedLikeRecording(name: string): boolean {
  return DATED.test(name) || NAMED_BY_RECORDER.test(name)
}

/** Whether a download is the recording of a call. @param own addresses whose recordings are microsites already. */
export function isDownloadedRecording(
  { name, size, url }: Pick<FinishedDownload, 'name' | 'size' | 'url'>,
  own: readonly string[],
): boolean {
  // Servers give any type.
  const file = { name, size, type: '' }
  return (
    isNamedLikeRecording(name) &&
    (fileProblem(file) === null || fileProblem(file, 'audio') === null) &&
    !own.some((address) => url.startsWith(address) || url.startsWith(`blob:${address}`))
  )
}

/** Where there is a video, an audio file beside it is of the same call. */
function pair(files: readonly PickedFile[]): Pick<FoundRecording, 'recording' | 'captions'>[] {
  const isVideo = files.some(({ file }) => fileProblem(file) === null)
  const { calls } = sortFiles(files, isVideo ? 'video' : 'audio')
  return calls
    .filter(({ file }) => !isTranscriptFile(file.name))
    .map(({ file, handle, captionFile }) => ({
      recording: { file, handle },
      captions: captionFile && { file: captionFile, handle: null },
    }))
}
