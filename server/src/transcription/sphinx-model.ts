import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** The three parts of a recogniser's model. */
export interface SphinxModel {
  acoustic: string
  language: string
  dictionary: string
}

/** Where Debian's package pocketsphinx-en-us puts the model. */
export const DEBIAN_MODEL_FOLDER = '/usr/share/pocketsphinx/model/en-us'

/** @returns null when a part of the US English model is missing in the folder. */
export async function findSphinxModel(folder: string): Promise<SphinxModel | null> {
  const model = {
    acoustic: join(folder, 'en-us'),
    language: join(folder, 'en-us.lm.bin'),
    dictionary: join(folder, 'cmudict-en-us.dict'),
  }
  const found = await Promise.all(
    Object.values(model).map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean) ? model : null
}
