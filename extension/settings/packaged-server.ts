import * as z from 'zod/mini'
import { PACKAGED_SERVER } from '@callfolio/shared/extension/extension-packages.ts'
import { extensionPage } from '../browser/pages.ts'

const packagedServerSchema = z.object({ address: z.string() })

/** The address of the server whose package this is; null in a store's package, which comes from no server. */
export async function packagedServer(): Promise<string | null> {
  try {
    return packagedServerSchema.parse(await (await fetch(extensionPage(PACKAGED_SERVER))).json()).address
  } catch {
    return null
  }
}
