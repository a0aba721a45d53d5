import narrowDark from './pictures/microsite-narrow-dark.webp'
import narrowLight from './pictures/microsite-narrow-light.webp'
import wideDark from './pictures/microsite-wide-dark.webp'
import wideLight from './pictures/microsite-wide-light.webp'

/** Pictures of a real microsite, taken by e2e/pictures. Sizes in CSS pixels. */
const WIDE = { width: 1280, height: 720 }
const NARROW = { width: 390, height: 560 }

const ON_PHONES = '(max-width: 639px)'
const IN_DARK = '(prefers-color-scheme: dark)'

/** The product, as it is. Its place is kept before it is there. */
export function ProductPicture() {
  return (
    <picture className="block overflow-hidden rounded border border-line">
      <source media={`${ON_PHONES} and ${IN_DARK}`} srcSet={narrowDark} {...NARROW} />
      <source media={ON_PHONES} srcSet={narrowLight} {...NARROW} />
      <source media={IN_DARK} srcSet={wideDark} {...WIDE} />
      <img
        src={wideLight}
        {...WIDE}
        fetchPriority="high"
        alt="A microsite: the title of the call, a summary and quotes with the time they were said, and beside them the video with the lines being spoken."
        className="block h-auto w-full bg-surface"
      />
    </picture>
  )
}
