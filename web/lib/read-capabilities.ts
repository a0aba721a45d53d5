import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { requestPublicly } from './public-api.ts'

/** Asks the server what it can do. @throws what `ApiClient.request` throws. */
export function readCapabilities(): Promise<Capabilities> {
  return requestPublicly(CAPABILITIES_PATH, capabilitiesSchema)
}
