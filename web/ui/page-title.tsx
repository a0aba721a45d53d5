import { BRAND } from '@callfolio/shared/brand.ts'

/** Sets the document's title while this screen is shown. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children === undefined ? BRAND.name : `${children} · ${BRAND.name}`}</title>
}

/** Sets the meta description while this screen is shown; defaults to the product's own. */
export function PageDescription({ children = BRAND.tagline }: { children?: string }) {
  return <meta name="description" content={children} />
}
