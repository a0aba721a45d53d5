import { readLocal, watchLocal, writeLocal } from '../browser/local-storage.ts'
import { DEFAULT_SERVER_ADDRESS, parseServerAddress } from '../connection/server-address.ts'

/** The server that recordings go to. What can't be read as an address counts as not set. */
export const serverAddressItem = {
  read: async (): Promise<string> => parseServerAddress(await readLocal('serverAddress')) ?? DEFAULT_SERVER_ADDRESS,
  write: (address: string): Promise<void> => writeLocal('serverAddress', address),
  watch: (onChange: () => void): void => watchLocal('serverAddress', onChange),
}
