import { expect, test } from 'vitest'
import { createApiClient } from '@callfolio/shared/api-client.ts'
import { readSubscription } from './read-subscription.ts'

/** Reads from a server that gives this answer. */
const readFrom = (status: number, body: unknown) =>
  readSubscription(
    createApiClient({
      baseUrl: 'https://calls.example',
      getAccessToken: async () => null,
      fetch: async () => Response.json(body, { status }),
    }),
  )

test('reads both an empty answer and PGRST116 as no subscription', async () => {
  expect(await readFrom(200, null)).toBeNull()
  expect(await readFrom(404, { error: { code: 'PGRST116', message: 'No subscription found.' } })).toBeNull()
})

test('doesn’t read other errors, or an invalid answer, as no subscription', async () => {
  await expect(readFrom(404, { error: { code: 'not_found', message: 'Not found.' } })).rejects.toThrow('Not found.')
  await expect(readFrom(200, {})).rejects.toThrow('unexpected response')
})
