import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { DATA_FLOW_PATH, dataFlowsSchema, type DataFlows } from '@callfolio/shared/contract/data-flow.ts'

/** `ApiClient.request` for what anyone may ask, without a session. */
export const requestPublicly: ApiClient['request'] = (path, schema, request) =>
  createApiClient({ baseUrl: location.origin, getAccessToken: () => Promise.resolve(null) }).request(
    path,
    schema,
    request,
  )

/** Asks the server where data goes from it. @throws what `ApiClient.request` throws. */
export function readDataFlows(): Promise<DataFlows> {
  return requestPublicly(DATA_FLOW_PATH, dataFlowsSchema)
}

/** Asks the server what it can do. @throws what `ApiClient.request` throws. */
export function readCapabilities(): Promise<Capabilities> {
  return requestPublicly(CAPABILITIES_PATH, capabilitiesSchema)
}
