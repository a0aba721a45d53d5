import { BRAND } from '../brand.ts'

/** The extension's public key, DER in base64: gives it the same id on every machine with Chrome or Edge. */
export const CHROME_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsumpwF4u8Fb07NaS2ngpLouNIJgz4JqDoJsqKWj36BJdHdVOmzNuxD8+MvhnYYp4i9CUPG8Zemhha9YdaCxBZzfM0N9pBVwyI1E7GpiLWVmGUd+ElkSCe2hU4qvotBnGAYllvKPuRW1cbbBrRYrU6AsJrzGfOflr+Ga5uIinMXUk/NM1CFuWXCram3QRg96V5cQvRrQ0Av3l+B7WOnsskM6oS5m4F+Ga3v9xam7gqJeZunI68iNQltFp9w1ZoF8bYXxc8SGewEoRmspnwbVdO/PC2mSewRVgpuXMgxmq0ddtvstY2f/HMINWf+vVdTKrRHTjg5GA2kwMMp5FmFRu+wIDAQAB'

/** The extension's id in Firefox. */
export const GECKO_ID = `${BRAND.name.toLowerCase()}@extension`

/** The ids that Chrome's and Edge's stores assigned; Firefox's store keeps `GECKO_ID`. */
export const STORE_IDS: readonly string[] = []
