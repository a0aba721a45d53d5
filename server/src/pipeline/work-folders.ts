import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../storage/durable-file.ts'

/** Where a run keeps what it needs for a while: sound, pictures, what an engine writes. */
export interface WorkFolder {
  path: string
  /** Whose it is. */
  recordingId: string
}

const NAME = /^recording-(.+)-\w{6}$/

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
  return names.flatMap((name) => {
    const recordingId = NAME.exec(name)?.[1]
    return recordingId === undefined ? [] : [{ path: join(tempDir, name), recordingId }]
  })
}

/** Removes a work folder with all that is in it. No error when it is gone. */
export async function removeWorkFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}
