import { createContext, use, type ReactNode } from 'react'
import type { GoTrueClient } from '@supabase/auth-js'
import type { ApiClient } from '@callfolio/shared/api-client.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Uploader } from '@callfolio/shared/client/uploads/uploader.ts'

/** The clients that screens use; created once by main.tsx. */
export interface Services {
  auth: GoTrueClient
  /** A client that stores no session, for links in emails. */
  createPassingAuth: () => GoTrueClient
  /** A client for signing in with another service, while the browser visits it. */
  createProviderAuth: () => GoTrueClient
  api: ApiClient
  uploader: Uploader
  journal: UploadJournal
}

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

/** This app's services. Throws outside its provider. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices must be used within a ServicesProvider')
  return services
}
