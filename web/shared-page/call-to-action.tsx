import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { SIGN_UP_PATH } from '../lib/auth-paths.ts'

/** What a visitor can do next; it comes last. */
export function CallToAction() {
  return (
    <aside
      data-visitor
      aria-labelledby="create-your-own"
      className="border-t border-line bg-surface print:hidden [&[hidden]]:hidden"
    >
      <div className="mx-auto flex max-w-[75rem] flex-wrap items-center justify-between gap-x-12 gap-y-6 px-5 py-12 sm:px-8 sm:py-16">
        <div className="grid max-w-[36rem] gap-2">
          <h2 id="create-your-own" className="text-28 font-semibold tracking-tight">
            Create Your Own Microsite
          </h2>
          <p className="text-17 text-pretty text-muted">
            Turn a recorded call into a page like this one, with every point leading to the moment it was said.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={SIGN_UP_PATH} className={buttonClass()}>
            Get Started Free
          </a>
          <a href="/" className={buttonClass('secondary')}>
            Learn More
          </a>
        </div>
      </div>
    </aside>
  )
}
