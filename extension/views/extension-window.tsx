import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useState, type ReactNode } from 'react'
import { SessionProvider } from './account/session-provider.tsx'
import { createQueryClient } from './query-client.ts'
import { ServicesProvider, type Services } from './services.tsx'

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
