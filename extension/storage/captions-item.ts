import { readLocal, writeLocal } from '../browser/local-storage.ts'

/** Whether the person wants meeting captions collected. The browser's permission may say otherwise. */
export const captionsWantedItem = {
  read: async (): Promise<boolean> => (await readLocal('captionsWanted')) === 'yes',
  write: (wanted: boolean): Promise<void> => writeLocal('captionsWanted', wanted ? 'yes' : 'no'),
}
