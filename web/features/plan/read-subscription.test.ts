import { expect, test } from 'vitest'
import { createApiClient } from '@callfolio/shared/api-client.ts'
import { readSubscription } from './read-subscription.ts'

/** Reads from a server that gives this one answer. */
const readFrom = (status: number, body: unknown) =>
  readSubscription(
    createApiClient({
      baseUrl: 'https://calls.example',
      getAccessToken: async () => null,
      fetch: async () => Response.json(body, { status }),
    }),
  )

test('an empty answer and PGRST116 both mean that there is no subscription', async () => {
  expect(await readFrom(200, null)).toBeNull()
  expect(await readFrom(404, { error: { code: 'PGRST116', message: 'No subscription found.' } })).toBeNull()
})

test('another refusal, and an answer that is none, are no "none"', async () => {
  await expect(readFrom(404, { error: { code: 'not_found', message: 'Not found.' } })).rejects.toThrow('Not found.')
  await expect(readFrom(200, {})).rejects.toThrow('unexpected response')
})
