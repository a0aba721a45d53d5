import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { DATA_FLOW_PATH, dataFlowsSchema, type DataFlows } from '@callfolio/shared/contract/data-flow.ts'

/** `ApiClient.request` for public data, without a session. */
export const requestPublicly: ApiClient['request'] = (path, schema, request) =>
  createApiClient({ baseUrl: location.origin, getAccessToken: () => Promise.resolve(null) }).request(
    path,
    schema,
    request,
  )

/** Fetches where the server sends data. @throws the errors of `ApiClient.request`. */
export function readDataFlows(): Promise<DataFlows> {
  return requestPublicly(DATA_FLOW_PATH, dataFlowsSchema)
}

/** Fetches the server's capabilities. @throws the errors of `ApiClient.request`. */
export function readCapabilities(): Promise<Capabilities> {
  return requestPublicly(CAPABILITIES_PATH, capabilitiesSchema)
}
