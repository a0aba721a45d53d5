import type { ReactNode } from 'react'
import { AuthProvider } from '../features/session/auth-provider.tsx'
import { SubscriptionProvider } from '../features/plan/subscription-provider.tsx'
import { UploadProvider } from '../features/upload/upload-provider.tsx'
import { ServicesProvider, type Services } from '../lib/services.tsx'

/** What whoever has an account needs, above the screens: an upload goes on while they come and go. */
export function Providers({ services, children }: { services: Services; children: ReactNode }) {
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
