import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The configured secret, or the one made once for this data folder (`secret.key`, readable by its owner only). */
export async function loadSecretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  // `wx`: of two processes that start at once only one writes, both read the same.
  await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
