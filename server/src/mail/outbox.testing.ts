import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The mails that are kept in an outbox, in no order; none where there is no folder. */
export async function readOutbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  // One that is being written has another ending and is renamed the next moment; one that is removed may be gone.
  const mails = names.filter((name) => name.endsWith('.eml'))
  return Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
}
