import type { SupportedStorage } from '@supabase/auth-js'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANY_REPLY, createApiClient } from '@callfolio/shared/api-client.ts'
import { accessTokenFor, createAuthClient, forgetSession } from '@callfolio/shared/client/auth-client.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { createUploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { bufferReader } from '../../uploads/recordings.testing.ts'
import { startApp, type RunningApp } from '../../testing/app.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createPostgres } from '../../testing/postgres.ts'

function memoryStorage(): SupportedStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

describe.each(DATABASES)('On %s', (name) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp(name === 'postgres' ? { DATABASE_URL: await createPostgres({ migrated: true }) } : {})
  })
  afterAll(() => app.close())

  /** A browser with a signed-in user, as the web app and the extension open it. */
  async function openBrowser(credentials: { email: string; password: string }) {
    const auth = createAuthClient(app.url, memoryStorage())
    await auth.signInWithPassword(credentials)
    const events: string[] = []
    const { data } = auth.onAuthStateChange((event) => void events.push(event))
    const getAccessToken = () => accessTokenFor(auth)
    const onSessionEnded = (token: string) => forgetSession(auth, token)
    return {
      auth,
      events,
      api: createApiClient({ baseUrl: app.url, getAccessToken, onSessionEnded }),
      uploader: createUploader({
        endpoint: `${app.url}/files`,
        getAccessToken,
        onSessionEnded,
        journal: createMemoryJournal(),
        fileReader: bufferReader(),
      }),
      isSignedIn: async () => (await auth.getSession()).data.session !== null,
      close: () => {
        data.subscription.unsubscribe()
        return auth.stopAutoRefresh()
      },
    }
  }

  async function newAccount() {
    const account = { email: `${randomUUID()}@example.org`, password: 'correct horse' }
    await app.visitor('POST', '/auth/v1/signup', account)
    return account
  }

  test('makes a browser drop a session that ended elsewhere at the first refused request', async () => {
    const account = await newAccount()
    const [here, elsewhere] = [await openBrowser(account), await openBrowser(account)]
    await elsewhere.auth.signOut({ scope: 'global' })
    expect(await here.isSignedIn()).toBe(true)
    await expect(here.api.request(TAG_PATHS.list, ANY_REPLY)).rejects.toMatchObject({ code: 'session_not_found' })
    expect(await here.isSignedIn()).toBe(false)
    expect(here.events).toContain('SIGNED_OUT')
    await Promise.all([here.close(), elsewhere.close()])
  })

  test('reports SIGNED_OUT when a refresh is refused or the user is requested', async () => {
    for (const ask of ['refreshSession', 'getUser'] as const) {
      const account = await newAccount()
      const [here, elsewhere] = [await openBrowser(account), await openBrowser(account)]
      await elsewhere.auth.signOut({ scope: 'global' })
      expect(await here.isSignedIn()).toBe(true)
      expect((await here.auth[ask]()).error, ask).not.toBeNull()
      expect(await here.isSignedIn(), ask).toBe(false)
      expect(here.events, ask).toContain('SIGNED_OUT')
      await Promise.all([here.close(), elsewhere.close()])
    }
  })

  test('also ends the session when an upload is refused for it', async () => {
    const account = await newAccount()
    const [here, elsewhere] = [await openBrowser(account), await openBrowser(account)]
    await elsewhere.auth.signOut({ scope: 'global' })
    const file = new File(['a recording'], 'call.mp4', { type: 'video/mp4' })
    const entry = createUploadEntry(file, { userId: 'someone' })
    await expect(here.uploader.upload({ entry, file })).rejects.toMatchObject({ status: 401 })
    expect(await here.isSignedIn()).toBe(false)
    await Promise.all([here.close(), elsewhere.close()])
  })

  test('keeps the session started since when an older one is refused', async () => {
    const account = await newAccount()
    const here = await openBrowser(account)
    const older = (await accessTokenFor(here.auth)) ?? ''
    await here.auth.signInWithPassword(account)
    await forgetSession(here.auth, older)
    expect(await here.isSignedIn()).toBe(true)
    await here.close()
  })
})
