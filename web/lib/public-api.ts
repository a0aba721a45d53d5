import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'

/** `ApiClient.request` for what anyone may ask, without a session. */
export const requestPublicly: ApiClient['request'] = (path, schema, request) =>
  createApiClient({ baseUrl: location.origin, getAccessToken: () => Promise.resolve(null) }).request(
    path,
    schema,
    request,
  )
