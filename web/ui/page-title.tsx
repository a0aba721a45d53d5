import { BRAND } from '@callfolio/shared/brand.ts'

/** The document's title while this screen is shown. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children === undefined ? BRAND.name : `${children} · ${BRAND.name}`}</title>
}

/** The document's description for search engines while this screen is shown; without a text the product's own. */
export function PageDescription({ children = BRAND.tagline }: { children?: string }) {
  return <meta name="description" content={children} />
}
