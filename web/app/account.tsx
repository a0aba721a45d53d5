import type { ComponentType, ReactNode } from 'react'
import { createApiClient } from '@callfolio/shared/api-client.ts'
import {
  accessTokenFor,
  createAuthClient,
  createPassingAuthClient,
  createProviderAuthClient,
  forgetSession,
} from '@callfolio/shared/client/auth-client.ts'
import { openUploadJournal } from '@callfolio/shared/client/uploads/stored-journal.ts'
import type { Uploader, UploaderOptions } from '@callfolio/shared/client/uploads/uploader.ts'
import { AuthProvider } from '../features/session/auth-provider.tsx'
import { SubscriptionProvider } from '../features/plan/subscription-provider.tsx'
import { UploadProvider } from '../features/upload/upload-provider.tsx'
import { ServicesProvider, type Services } from '../lib/services.tsx'

/** Creates the account part of the app, which wraps the screens. Once per page load. */
export function openAccount(origin: string): ComponentType<{ children: ReactNode }> {
  const services = createServices(origin)
  return function Account({ children }) {
    return <Providers services={services}>{children}</Providers>
  }
}

/** What a signed-in user needs above the screens: an upload continues while the user navigates. */
function Providers({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <ServicesProvider services={services}>
      <AuthProvider>
        <SubscriptionProvider>
          <UploadProvider>{children}</UploadProvider>
        </SubscriptionProvider>
      </AuthProvider>
    </ServicesProvider>
  )
}

/** Creates the clients that screens use. `origin`: the server's, without a trailing slash. */
function createServices(origin: string): Services {
  const auth = createAuthClient(origin)
  const getAccessToken = () => accessTokenFor(auth)
  const onSessionEnded = (accessToken: string) => forgetSession(auth, accessToken)
  const journal = openUploadJournal()
  return {
    auth,
    createPassingAuth: () => createPassingAuthClient(origin),
    createProviderAuth: () => createProviderAuthClient(origin),
    api: createApiClient({ baseUrl: origin, getAccessToken, onSessionEnded }),
    uploader: createLazyUploader({ endpoint: '/files', getAccessToken, onSessionEnded, journal }),
    journal,
  }
}

/** An uploader whose code is loaded with the first upload: it is a fifth of the dashboard's code. */
function createLazyUploader(options: UploaderOptions): Uploader {
  let made: Promise<Uploader> | undefined
  const uploader = () =>
    (made ??= makeUploader(options).catch((cause: unknown) => {
      made = undefined
      throw new Error('The upload couldn’t start. Reload the page and try again.', { cause })
    }))
  return {
    upload: async (request) => (await uploader()).upload(request),
    receivedBytes: async (entry) => (await uploader()).receivedBytes(entry),
    removeReceived: async (entry) => (await uploader()).removeReceived(entry),
  }
}

async function makeUploader(options: UploaderOptions): Promise<Uploader> {
  const { createUploader } = await import('@callfolio/shared/client/uploads/uploader.ts')
  return createUploader(options)
}
