import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a file so that a reader sees the old content or the new, never a part, also after a power cut.
 * @param scratch folder on the same file system where the unfinished file lies meanwhile.
 */
export async function writeDurably(path: string, content: string | Uint8Array, scratch: string): Promise<void> {
  await throughScratch(scratch, path, async (temporary) => {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
}

/** Moves a file, across file systems too, with the promise of `writeDurably`. The source is gone afterwards. */
export async function moveDurably(from: string, to: string, scratch: string): Promise<void> {
  await syncPath(from)
  try {
    await rename(from, await inNewFolder(to))
    await syncPath(dirname(to))
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await throughScratch(scratch, to, async (temporary) => {
      await copyFile(from, temporary)
      await syncPath(temporary)
    })
    await rm(from)
  }
}

/** Makes a file's bytes, or a folder's list of names, survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** True when an error of the file system has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

async function throughScratch(scratch: string, path: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = await inNewFolder(join(scratch, randomUUID()))
  try {
    await fill(temporary)
    await rename(temporary, await inNewFolder(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncPath(dirname(path))
}

/** Makes the folder of `path`, and its new parents' names durable. @returns `path`. */
async function inNewFolder(path: string): Promise<string> {
  const first = await mkdir(dirname(path), { recursive: true })
  if (first === undefined) return path
  for (let folder = dirname(path); folder.length >= first.length; folder = dirname(folder)) await syncPath(dirname(folder))
  return path
}
