import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { serverAddressItem } from '../settings/items.ts'
import { SessionProvider } from './account/session-provider.tsx'
import { openServices } from './open-services.ts'
import { createQueryClient } from './query-client.ts'
import { ServicesProvider, type Services } from './services.tsx'

/** Shows a window that talks to the chosen server; when another is chosen it begins again. */
export async function showWindow(content: ReactNode): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  const services = openServices(await serverAddressItem.read())
  serverAddressItem.watch(() => location.reload())
  createRoot(root).render(<ExtensionWindow services={services}>{content}</ExtensionWindow>)
}

/** What popup and side panel have around what they show. */
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
