import type { Recording } from './recording.ts'

export interface WholeFileDeps {
  /** Reads a file from the recorder's folder; null if there is none. */
  readFile: (name: string) => Promise<File | null>
  /** Duration of a file, ms; null if it is broken. @throws when it can't be read. */
  heldMs: (name: string, file: Blob) => Promise<number | null>
}

/** The file of a recording that contains the call. */
export interface WholeFile {
  name: string
  file: File
  hasPicture: boolean
}

/**
 * How much shorter than the audio the file with the picture may be: recorders don't start and stop at exactly the
 * same time. ms
 */
export const TOLERANCE_MS = 3000

/**
 * Chooses the file that contains the call: the one with the picture, unless it lacks more of the call than the audio
 * alone.
 * @returns null if nothing was recorded.
 */
export async function wholeFile(deps: WholeFileDeps, { files }: Pick<Recording, 'files'>): Promise<WholeFile | null> {
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
