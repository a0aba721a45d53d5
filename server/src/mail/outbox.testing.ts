import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The emails in an outbox, in no particular order; none without a folder. */
export async function readOutbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  // A file being written has another extension until it is renamed; a deleted one may be gone already.
  const mails = names.filter((name) => name.endsWith('.eml'))
  return Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
}
