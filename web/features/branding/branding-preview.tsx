import type { CSSProperties } from 'react'
import { accentShades, THEME_SURFACES } from '@callfolio/shared/page/accent.ts'

interface BrandingPreviewProps {
  /** `#rrggbb`. */
  accent: string
  logoUrl: string | null
}

/** What recipients see, light and dark. An illustration of a page: nothing in it is interactive. */
export function BrandingPreview({ accent, logoUrl }: BrandingPreviewProps) {
  return (
    <div role="img" aria-label="Preview of a shared page, light and dark" className="grid gap-3 sm:grid-cols-2">
      <Page theme="light" accent={accent} logoUrl={logoUrl} />
      <Page theme="dark" accent={accent} logoUrl={logoUrl} />
    </div>
  )
}

/** The tokens' values in a theme, which may differ from the page's own. */
const TEXT = { light: { ink: '#14171c', muted: '#59626f' }, dark: { ink: '#eceef2', muted: '#a0a9b6' } } as const

function Page({ theme, accent, logoUrl }: BrandingPreviewProps & { theme: keyof typeof TEXT }) {
  const shades = accentShades(accent)[theme]
  const { ink, muted } = TEXT[theme]
  const colours = (background: string, color: string): CSSProperties => ({ background, color })
  return (
    <div
      aria-hidden
      style={colours(THEME_SURFACES[theme][0], ink)}
      className="grid content-start gap-3 rounded border border-line p-4"
    >
      <div className="flex h-8 items-center">
        {logoUrl === null ? (
          <span style={{ color: muted }} className="text-13">
            Your logo
          </span>
        ) : (
          <img src={logoUrl} alt="" className="max-h-8 max-w-32 object-contain object-left" />
        )}
      </div>
      <p className="text-17 font-semibold">Discovery call</p>
      <p className="text-13">
        “We lose two days a month on this.”{' '}
        <span style={colours(shades.soft, shades.text)} className="rounded-sm px-1.5 py-0.5 font-medium tabular-nums">
          12:04
        </span>
      </p>
      <span
        style={colours(shades.fill, shades.onFill)}
        className="justify-self-start rounded px-3 py-1 text-13 font-medium"
      >
        Button
      </span>
    </div>
  )
}
