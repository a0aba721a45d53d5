/** The parts of the File System Access API that not every browser has. */
export interface Permissioned {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}

interface PickerWindow {
  showOpenFilePicker?: (options: {
    id: string
    types: { description: string; accept: Record<string, string[]> }[]
  }) => Promise<FileSystemFileHandle[]>
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
  try {
    const handles = await (window as PickerWindow).showOpenFilePicker?.({
      id: 'recording',
      types: [
        {
          description: 'Videos',
          accept: { 'video/*': ['.mp4', '.m4v', '.mov', '.avi', '.mkv', '.webm', '.wmv', '.mpeg', '.mpg'] },
        },
      ],
    })
    const handle = handles?.[0]
    return handle ? { file: await handle.getFile(), handle } : null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
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
