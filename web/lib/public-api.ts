import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'

/** `ApiClient.request` for public data, without a session. */
export const requestPublicly: ApiClient['request'] = (path, schema, request) =>
  createApiClient({ baseUrl: location.origin, getAccessToken: () => Promise.resolve(null) }).request(
    path,
    schema,
    request,
  )

/** Fetches the server's capabilities. @throws the errors of `ApiClient.request`. */
export function readCapabilities(): Promise<Capabilities> {
  return requestPublicly(CAPABILITIES_PATH, capabilitiesSchema)
}
