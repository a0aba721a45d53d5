import { LandingPreview } from './landing-preview.tsx'

const PROMISES = [
  ['Word for word', 'A quote is lifted from the transcript and checked against it. What was not said does not get in.'],
  ['By whom, and when', 'Quotes, points, todos and summary sentences carry their time. One click plays that moment.'],
  ['For anyone with the link', 'Recipients read the page without an account, until the day you chose.'],
] as const

/** What makes a page worth trusting. */
export function Evidence() {
  return (
    <section aria-labelledby="evidence" className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-[75rem] items-center gap-12 px-5 py-20 sm:px-8 lg:grid-cols-2 lg:gap-20">
        <div className="grid gap-8">
          <h2 id="evidence" className="text-28 font-semibold tracking-tight">
            Every point leads to the moment it was said.
          </h2>
          <dl className="grid gap-6">
            {PROMISES.map(([name, text]) => (
              <div key={name} className="grid gap-1">
                <dt className="text-17 font-medium">{name}</dt>
                <dd className="max-w-[32rem] text-15 text-pretty text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <LandingPreview />
      </div>
    </section>
  )
}
