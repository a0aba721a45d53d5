import { createContext, use, type ReactNode } from 'react'
import type { GoTrueClient } from '@supabase/auth-js'
import type { ApiClient } from '@callfolio/shared/api-client.ts'
import type { UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import type { Uploader } from '@callfolio/shared/client/uploader.ts'

/** What the screens talk to; made once by main.tsx. */
export interface Services {
  auth: GoTrueClient
  /** A client that keeps no session, for mailed links. */
  createPassingAuth: () => GoTrueClient
  /** A client for signing in with another service, which the browser visits meanwhile. */
  createProviderAuth: () => GoTrueClient
  api: ApiClient
  uploader: Uploader
  journal: UploadJournal
}

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

/** The services of this app. Throws outside its provider. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices must be used within a ServicesProvider')
  return services
}
