import { readLocal, writeLocal } from '../browser/local-storage.ts'

/** Whether the person wants notifications of the desktop; they do until they say no. */
export const notificationsItem = {
  read: async (): Promise<boolean> => (await readLocal('notifications')) !== 'no',
  write: (wanted: boolean): Promise<void> => writeLocal('notifications', wanted ? 'yes' : 'no'),
}
