import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../storage/durable-file.ts'

/** The temporary folder of a run: audio, pictures, engine output. */
export interface WorkFolder {
  path: string
  /** The recording that it belongs to. */
  recordingId: string
}

const NAME = /^recording-(.+)-\w{6}$/

/**
 * Makes a folder for one run.
 * @param tempDir the parent folder; made when it doesn't exist.
 * @returns its path.
 */
export async function makeWorkFolder(tempDir: string, recordingId: string): Promise<string> {
  await mkdir(tempDir, { recursive: true })
  return mkdtemp(join(tempDir, `recording-${recordingId}-`))
}

/** The existing work folders; a run removes its own, so only a killed process leaves one behind. */
export async function listWorkFolders(tempDir: string): Promise<WorkFolder[]> {
  const names = await readdir(tempDir).catch((error: unknown) =>
    hasCode(error, 'ENOENT') ? [] : Promise.reject(error),
  )
  return names.flatMap((name) => {
    const recordingId = NAME.exec(name)?.[1]
    return recordingId === undefined ? [] : [{ path: join(tempDir, name), recordingId }]
  })
}

/** Removes a work folder with its contents. No error when it is gone. */
export async function removeWorkFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}
