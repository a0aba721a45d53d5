import { BRAND } from '@callfolio/shared/brand.ts'

/** The document's title while this screen is shown. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children === undefined ? BRAND.name : `${children} · ${BRAND.name}`}</title>
}
