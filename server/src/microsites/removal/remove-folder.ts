import type { Storage } from '../../storage/storage.ts'

/**
 * Removes every object below a prefix that ends with `/`.
 * @returns how many there were.
 */
export async function removeFolder(storage: Pick<Storage, 'list' | 'remove'>, prefix: string): Promise<number> {
  const objects = await storage.list(prefix)
  for (const { key } of objects) await storage.remove(key)
  return objects.length
}
