import type { ComponentType, ReactNode } from 'react'
import { Providers } from './providers.tsx'
import { createServices } from './services.ts'

/** Makes the part of the app that needs to know who someone is, to be put around the screens. Once for each page load. */
export function openAccount(origin: string): ComponentType<{ children: ReactNode }> {
  const services = createServices(origin)
  return function Account({ children }) {
    return <Providers services={services}>{children}</Providers>
  }
}
