import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../storage/durable-file.ts'

/** Where a run keeps what it needs for a while: sound, pictures, what an engine writes. */
export interface WorkFolder {
  path: string
  /** Whose it is; null: a folder of an older version, which didn't say. */
  recordingId: string | null
  madeAt: Date
}

const NAME = /^recording-(?:(.+)-)?\w{6}$/

/**
 * Makes a folder for one run.
 * @param tempDir where all of them lie; made when it is not there.
 * @returns its path.
 */
export async function makeWorkFolder(tempDir: string, recordingId: string): Promise<string> {
  await mkdir(tempDir, { recursive: true })
  return mkdtemp(join(tempDir, `recording-${recordingId}-`))
}

/** The work folders there are; a run removes its own, so that only a killed process leaves one behind. */
export async function listWorkFolders(tempDir: string): Promise<WorkFolder[]> {
  const names = await readdir(tempDir).catch((error: unknown) =>
    hasCode(error, 'ENOENT') ? [] : Promise.reject(error),
  )
  const found = await Promise.all(names.map((name) => describe(join(tempDir, name), NAME.exec(name))))
  return found.filter((folder) => folder !== null)
}

/** Removes a work folder with all that is in it. No error when it is gone. */
export async function removeWorkFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}

async function describe(path: string, name: RegExpExecArray | null): Promise<WorkFolder | null> {
  if (name === null) return null
  try {
    return { path, recordingId: name[1] ?? null, madeAt: (await stat(path)).mtime }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
