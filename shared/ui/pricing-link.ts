import type { ComponentType, ReactNode } from 'react'

/** A link to the plans: within the web app, or from the extension to it. */
export type PricingLink = ComponentType<{ className: string; children: ReactNode }>
