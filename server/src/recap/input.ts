import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { DocumentError } from '@callfolio/shared/captions/document-text.ts'
import { readFileText } from '@callfolio/shared/captions/file-text.ts'
import { isTranscriptFile } from '@callfolio/shared/captions/transcript-endings.ts'
import { PermanentFailure } from '../kernel/errors.ts'

/** The input files of a recap. */
export interface RecapInput {
  /** A video or an audio file; null when there is only a transcript. */
  mediaPath: string | null
  captions: string | null
}

/**
 * Detects the kinds of files from their names.
 * @throws {PermanentFailure} naming a file that can't be read.
 */
export async function readInput(file: string, captionsFile: string | null): Promise<RecapInput> {
  if (!isTranscriptFile(file)) {
    await assertFile(file)
    return { mediaPath: file, captions: captionsFile === null ? null : await readText(captionsFile) }
  }
  if (captionsFile === null) return { mediaPath: null, captions: await readText(file) }
  throw new PermanentFailure('invalid_request', `${basename(file)} is already a transcript. Remove --captions.`)
}

async function readText(file: string): Promise<string> {
  await assertFile(file)
  try {
    return await readFileText(new Uint8Array(await readFile(file)))
  } catch (error) {
    if (error instanceof DocumentError)
      throw new PermanentFailure('unreadable_captions', `${basename(file)}: ${error.message}`, { cause: error })
    throw error
  }
}

async function assertFile(file: string): Promise<void> {
  const facts = await stat(file).catch(() => null)
  if (!facts) throw new PermanentFailure('not_found', `There is no file ${file}.`)
  if (!facts.isFile()) throw new PermanentFailure('invalid_request', `${file} is not a file.`)
}
