import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader sees the old content or the new, never a part, even after a power cut.
 * @param temporary path of the unfinished file, on the same file system; must not exist.
 */
export async function writeDurably(path: string, content: string | Uint8Array, temporary: string): Promise<void> {
  await throughTemporary(temporary, path, async () => {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
}

/** Moves a file, across file systems too, with the guarantee of `writeDurably`. The source is deleted. */
export async function moveDurably(from: string, to: string, temporary: string): Promise<void> {
  await syncPath(from)
  try {
    await rename(from, await inNewFolder(to))
    await syncPath(dirname(to))
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await throughTemporary(temporary, to, async () => {
      await copyFile(from, temporary)
      await syncPath(temporary)
    })
    await rm(from)
  }
}

/** Makes a file's bytes, or a folder's entries, survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** True when a file system error has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

async function throughTemporary(temporary: string, path: string, fill: () => Promise<void>): Promise<void> {
  await inNewFolder(temporary)
  try {
    await fill()
    await rename(temporary, await inNewFolder(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncPath(dirname(path))
}

/** Creates the folder of `path`, and makes its new parents durable. @returns `path`. */
async function inNewFolder(path: string): Promise<string> {
  const first = await mkdir(dirname(path), { recursive: true })
  if (first === undefined) return path
  for (let folder = dirname(path); folder.length >= first.length; folder = dirname(folder))
    await syncPath(dirname(folder))
  return path
}
