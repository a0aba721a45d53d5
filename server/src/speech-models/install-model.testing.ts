import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Model } from './manifest.ts'

/** Installs a test model into a models folder. @returns its manifest entry. */
export async function installModel(
  folder: string,
  given: Pick<Model, 'id' | 'kind'> & { languages?: readonly string[] },
  contents: Readonly<Record<string, Buffer>>,
): Promise<Model> {
  await mkdir(join(folder, given.id), { recursive: true })
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, given.id, name), content)
  const files = Object.entries(contents).map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  return { languages: [], licence: 'MIT', home: 'http://localhost/', ...given, files }
}
