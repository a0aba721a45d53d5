import { BRAND } from '@callfolio/shared/brand.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import narrowDark from './pictures/microsite-narrow-dark.webp'
import narrowLight from './pictures/microsite-narrow-light.webp'
import wideDark from './pictures/microsite-wide-dark.webp'
import wideLight from './pictures/microsite-wide-light.webp'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'

/** The tagline, the sign-up button, and screenshots. */
export function Hero() {
  return (
    <section
      aria-labelledby="headline"
      className="mx-auto grid max-w-[75rem] gap-12 px-5 pt-14 pb-20 sm:px-8 sm:pt-20 lg:gap-16"
    >
      <div className="grid items-end gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-4">
          <h1 id="headline" className="text-40 font-semibold tracking-[-0.03em]">
            Transform. Engage. Convert. <span className="text-muted sm:block">Powered by AI.</span>
          </h1>
          <p className="text-21 text-muted">Your journey to AI-powered sales intelligence starts here</p>
        </div>
        <div className="grid justify-items-start gap-4">
          <p className="max-w-[32rem] text-17">
            {BRAND.name} turns recorded calls into microsites: pages with a summary, verbatim quotes and next steps.
            Every point links to when it was said.
          </p>
          <div className="flex flex-wrap gap-3">
            <a href={SIGN_UP_PATH} data-for="visitors" className={buttonClass()}>
              Get Started
            </a>
            <a href="/dashboard" data-for="users" className={buttonClass()}>
              Dashboard
            </a>
            <a href="#feature-comparison" className={buttonClass('secondary')}>
              Learn More
            </a>
          </div>
        </div>
      </div>
      <ProductPicture />
    </section>
  )
}

/** Screenshots of a real microsite, taken by e2e/pictures. Sizes in CSS pixels. */
const WIDE = { width: 1280, height: 720 }
const NARROW = { width: 390, height: 560 }

const ON_PHONES = '(max-width: 639px)'
const IN_DARK = '(prefers-color-scheme: dark)'

/** A screenshot of the product. Reserves its space while loading. */
function ProductPicture() {
  return (
    <picture className="block overflow-hidden rounded border border-line">
      <source media={`${ON_PHONES} and ${IN_DARK}`} srcSet={narrowDark} {...NARROW} />
      <source media={ON_PHONES} srcSet={narrowLight} {...NARROW} />
      <source media={IN_DARK} srcSet={wideDark} {...WIDE} />
      <img
        src={wideLight}
        {...WIDE}
        fetchPriority="high"
        alt="A microsite with the call’s title, summary and timestamped quotes, next to its video and transcript."
        className="block h-auto w-full bg-surface"
      />
    </picture>
  )
}
