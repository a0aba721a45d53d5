import { QueryClientProvider, QueryCache, QueryClient } from '@tanstack/react-query'
import { StrictMode, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { isRefusal } from '@callfolio/shared/is-refusal.ts'
import type { Account } from '../account/account.ts'
import { serverAddressItem } from '../settings/items.ts'
import { SessionProvider } from './account/session-provider.tsx'
import { ServerForm } from './account/server-form.tsx'
import { BrandTitle } from './brand-header.tsx'
import { openServices } from './open-services.ts'
import { ServicesProvider, type Services } from './services.tsx'

/** Shows a window for the chosen server, or asks for its address; restarts when another is chosen. */
export async function showWindow(content: ReactNode): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  // Before it is read, so that no change in between is missed.
  serverAddressItem.watch(() => location.reload())
  const server = await serverAddressItem.read()
  createRoot(root).render(
    server === null ? <FirstRun /> : <ExtensionWindow services={openServices(server)}>{content}</ExtensionWindow>,
  )
}

/** The first view of a store's package. */
function FirstRun() {
  return (
    <main className="mx-auto grid max-w-[40rem] grid-cols-1 gap-6 p-4">
      <BrandTitle />
      <ServerForm note="Ask the colleague who invited you." />
    </main>
  )
}

/** The shared frame of popup and side panel. */
export function ExtensionWindow({ services, children }: { services: Services; children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(services.account))
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <SessionProvider>{children}</SessionProvider>
        </ServicesProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}

/** The query cache of one window. A session that was ended elsewhere is detected by its error. */
function createQueryClient({ auth }: Pick<Account, 'auth'>): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // Asking for the user drops a session that the server has ended.
        if ('status' in error && error.status === 401) void auth.getUser()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
