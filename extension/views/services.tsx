import { createContext, use, type ReactNode } from 'react'
import type { Account } from '../account/account.ts'
import type { WebSignIn } from '../messaging/account-protocol.ts'
import type { RecorderClient } from '../recording/control/recorder-client.ts'
import type { UploadsClient } from '../uploads/uploads-client.ts'

/** The clients of popup and side panel; each creates them once. */
export interface Services {
  account: Account
  uploads: UploadsClient
  recorder: RecorderClient
  /** Whether the person wants a link created with each recording. */
  wantsLink: () => Promise<boolean>
  continueWithWeb: () => Promise<WebSignIn>
  checkServer: (address: string) => Promise<boolean>
  openTab: (url: string) => Promise<void>
  openOptions: () => Promise<void>
}

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

/** This window's services. Throws outside its provider. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices must be used within a ServicesProvider')
  return services
}
