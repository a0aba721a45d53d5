import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { parseCaptions } from '../transcription/captions.ts'
import { readPlainText } from '../transcription/read-transcript.ts'

/** What a recap is made from. */
export interface RecapInput {
  /** A video or an audio file; null when there is only a transcript. */
  mediaPath: string | null
  captions: string | null
  /** Reads `captions` in the form that the file's name shows. */
  readCaptions: (text: string) => Segment[]
}

const READERS: Record<string, (text: string) => Segment[]> = {
  '.vtt': parseCaptions,
  '.srt': parseCaptions,
  '.sbv': parseCaptions,
  '.txt': readPlainText,
}

/**
 * Detects by their names what the files are.
 * @throws {PermanentFailure} naming a file that can't be read.
 */
export async function readInput(file: string, captionsFile: string | null): Promise<RecapInput> {
  const reader = readerOf(file)
  if (reader && captionsFile === null) return { mediaPath: null, captions: await readText(file), readCaptions: reader }
  if (reader)
    throw new PermanentFailure(
      'invalid_request',
      `${basename(file)} is a transcript itself, so --captions has nothing to add.`,
    )
  await assertFile(file)
  if (captionsFile === null) return { mediaPath: file, captions: null, readCaptions: parseCaptions }
  return {
    mediaPath: file,
    captions: await readText(captionsFile),
    readCaptions: readerOf(captionsFile) ?? parseCaptions,
  }
}

function readerOf(file: string) {
  return READERS[extname(file).toLowerCase()]
}

async function readText(file: string): Promise<string> {
  await assertFile(file)
  return readFile(file, 'utf8')
}

async function assertFile(file: string): Promise<void> {
  const facts = await stat(file).catch(() => null)
  if (!facts) throw new PermanentFailure('not_found', `There is no file ${file}.`)
  if (!facts.isFile()) throw new PermanentFailure('invalid_request', `${file} is not a file.`)
}
