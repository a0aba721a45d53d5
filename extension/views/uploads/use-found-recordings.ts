import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Permissioned } from '@callfolio/shared/client/file-handles.ts'
import type { FinishedDownload } from '../../browser/downloads.ts'
import { findDownloads, markDownloadsHandled, markDownloadsSeen } from '../../found/download-offers.ts'
import { findRecordings, type FoundRecording } from '../../found/find-recordings.ts'
import { markHandled, readWatchedFolder, watchFolder } from '../../found/watched-folder.ts'

/** Often enough to notice a call that has just been saved. ms */
const LOOK_EVERY_MS = 10_000
const KEY = ['found-recordings']

interface DirectoryWindow {
  showDirectoryPicker?: (options: { id: string; mode: 'read' }) => Promise<FileSystemDirectoryHandle>
}

/** The watched folder, the new recordings in it and those that were downloaded elsewhere. */
export interface FoundRecordings {
  /** Null: none is watched. */
  folder: string | null
  /** False: the browser asks again after a restart. */
  isAllowed: boolean
  found: FoundRecording[]
  downloads: FinishedDownload[]
}

const NONE: FoundRecordings = { folder: null, isAllowed: true, found: [], downloads: [] }

/** Whether this browser lets a page watch a folder. */
export function canWatchFolders(): boolean {
  return (window as DirectoryWindow).showDirectoryPicker !== undefined
}

/** Looks for recordings while the window is open. */
export function useFoundRecordings() {
  const queries = useQueryClient()
  const before = useRef<ReadonlySet<string>>(new Set())
  const { data } = useQuery({
    queryKey: KEY,
    enabled: canWatchFolders(),
    refetchInterval: LOOK_EVERY_MS,
    queryFn: async (): Promise<FoundRecordings> => {
      const downloads = await findDownloads()
      await markDownloadsSeen()
      const folder = await readWatchedFolder()
      if (folder === null) return { ...NONE, downloads }
      const { name } = folder.handle
      if (!(await isAllowed(folder.handle))) return { folder: name, isAllowed: false, found: [], downloads }
      const isDownloaded = (file: File): boolean => downloads.some((one) => isSameFile(one, file))
      // It was moved or removed.
      const looked = await findRecordings(folder, before.current, isDownloaded).catch(() => null)
      before.current = looked?.keys ?? new Set()
      const found = looked?.found ?? []
      const isElsewhere = (one: FinishedDownload): boolean =>
        !found.some(({ recording }) => isSameFile(one, recording.file))
      return { folder: name, isAllowed: true, found, downloads: downloads.filter(isElsewhere) }
    },
  })
  const refresh = () => queries.invalidateQueries({ queryKey: KEY })
  return {
    ...(data ?? NONE),
    /** Lets the person choose a folder. Call it on a click. */
    watch: async () => {
      const picker = (window as DirectoryWindow).showDirectoryPicker
      const chosen = await picker?.({ id: 'recordings', mode: 'read' }).catch(() => null)
      if (chosen) await watchFolder(chosen)
      await refresh()
    },
    /** Asks the browser for the folder again. Call it on a click. */
    allow: async () => {
      const directory: (FileSystemDirectoryHandle & Permissioned) | undefined = (await readWatchedFolder())?.handle
      await directory?.requestPermission?.({ mode: 'read' })
      await refresh()
    },
    stop: async () => {
      await watchFolder(null)
      await refresh()
    },
    /** Stops offering these files: they were uploaded or dismissed. */
    handle: async (files: readonly File[]) => {
      await markHandled(files)
      const downloads = await findDownloads()
      const handled = downloads.filter((one) => files.some((file) => isSameFile(one, file)))
      await markDownloadsHandled(handled.map(({ id }) => id))
      await refresh()
    },
    dismissDownload: async (id: number) => {
      await markDownloadsHandled([id])
      await refresh()
    },
  }
}

function isSameFile({ name, size }: FinishedDownload, file: File): boolean {
  return name === file.name && size === file.size
}

async function isAllowed(folder: FileSystemDirectoryHandle & Permissioned): Promise<boolean> {
  return ((await folder.queryPermission?.({ mode: 'read' })) ?? 'granted') === 'granted'
}
