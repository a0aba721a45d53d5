/** The parts of the File System Access API that not every browser has. */
export interface Permissioned {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}

interface PickerOptions {
  /** The browser opens each picker where its last one was left. */
  id?: string
  startIn?: 'downloads'
  multiple?: boolean
  types?: { description: string; accept: Record<string, string[]> }[]
}

interface PickerWindow {
  showOpenFilePicker?: (options: PickerOptions) => Promise<FileSystemFileHandle[]>
}

interface HandleItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/** A file, with the handle that reopens it after a reload if the browser supports that. */
export interface PickedFile {
  file: File
  handle: FileSystemFileHandle | null
}

/** Whether the browser can pick files that stay accessible. */
export function canPickHandles(): boolean {
  return (window as PickerWindow).showOpenFilePicker !== undefined
}

/** Lets the user choose a video. @returns null when nothing was chosen. */
export async function pickVideo(): Promise<PickedFile | null> {
  const [picked] = await pick({
    id: 'recording',
    types: [
      {
        description: 'Videos',
        accept: { 'video/*': ['.mp4', '.m4v', '.mov', '.avi', '.mkv', '.webm', '.wmv', '.mpeg', '.mpg'] },
      },
    ],
  })
  return picked ?? null
}

/** Lets the user choose files among the downloads. @returns none when nothing was chosen. */
export function pickDownloads(): Promise<PickedFile[]> {
  // An id would open the folder of the last choice.
  return pick({ startIn: 'downloads', multiple: true })
}

async function pick(options: PickerOptions): Promise<PickedFile[]> {
  try {
    const handles = (await (window as PickerWindow).showOpenFilePicker?.(options)) ?? []
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}

/** The files of a drop. Must be called while the event is handled. */
export function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  // The browser discards the items when the event is over, so all are requested at once.
  const picked = [...transfer.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file ? [{ file, handle: (item as HandleItem).getAsFileSystemHandle?.().catch(() => null) }] : []
  })
  return Promise.all(
    picked.map(async ({ file, handle: asked }) => {
      const handle = await asked
      return { file, handle: handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null }
    }),
  )
}

/**
 * The file of a stored handle; may prompt for permission, so call it on a click. @returns null when denied or
 * missing.
 */
export async function getFile(handle: FileSystemFileHandle): Promise<File | null> {
  const kept: FileSystemFileHandle & Permissioned = handle
  try {
    const granted = (await kept.queryPermission?.({ mode: 'read' })) ?? 'granted'
    if (granted !== 'granted' && (await kept.requestPermission?.({ mode: 'read' })) !== 'granted') return null
    return await kept.getFile()
  } catch {
    return null
  }
}
