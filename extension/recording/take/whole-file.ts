import type { Take } from './take.ts'

export interface WholeFileDeps {
  /** Reads a file of the recorder's folder; null when there is none. */
  readFile: (name: string) => Promise<File | null>
  /** How much a file holds, ms; null where that can't be read. */
  heldMs: (name: string, file: Blob) => Promise<number | null>
}

/** The file of a take that holds the call. */
export interface WholeFile {
  name: string
  file: File
  hasPicture: boolean
}

/** The file with the picture may lack this much of what the sound has: recorders don't begin and end as one. ms */
export const TOLERANCE_MS = 3000

/**
 * Chooses the file that holds the call: the one with the picture, unless it lacks more of the call than the sound alone.
 * @returns null when nothing was recorded.
 */
export async function wholeFile(deps: WholeFileDeps, { files }: Pick<Take, 'files'>): Promise<WholeFile | null> {
  const [picture, sound] = await Promise.all([
    readRecorded(deps, files.mixed, true),
    readRecorded(deps, files.sound, false),
  ])
  if (picture === null || sound === null) return picture ?? sound
  const [pictureMs, soundMs] = await Promise.all([picture, sound].map(({ name, file }) => deps.heldMs(name, file)))
  return (pictureMs ?? 0) + TOLERANCE_MS < (soundMs ?? 0) ? sound : picture
}

async function readRecorded(
  { readFile }: WholeFileDeps,
  name: string | null,
  hasPicture: boolean,
): Promise<WholeFile | null> {
  const file = name === null ? null : await readFile(name)
  return name === null || file === null || file.size === 0 ? null : { name, file, hasPicture }
}
