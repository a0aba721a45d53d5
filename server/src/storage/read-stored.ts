import type { Storage } from './storage.ts'

/** Reads small text stored next to a recording. @returns null when there is none. */
export async function readText(storage: Storage, key: string): Promise<string | null> {
  if ((await storage.stat(key)) === null) return null
  const parts: Buffer[] = []
  for await (const part of await storage.read(key)) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/**
 * Reads small JSON stored next to a recording (cached stage outputs).
 * @returns null when there is none or it is broken.
 */
export async function readJson(storage: Storage, key: string): Promise<unknown> {
  try {
    return JSON.parse((await readText(storage, key)) ?? 'null')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
