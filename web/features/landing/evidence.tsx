import { Play } from 'lucide-react'

const PROMISES = [
  ['Word for word', 'Quotes come straight from the transcript.'],
  ['Who said it, and when', 'Quotes, points, todos and summary sentences carry timestamps. Click one to play it.'],
  ['For anyone with the link', 'Recipients read the page without an account, until the link expires.'],
] as const

/** Why a page can be trusted. */
export function Evidence() {
  return (
    <section aria-labelledby="evidence" className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-[75rem] items-center gap-12 px-5 py-20 sm:px-8 lg:grid-cols-2 lg:gap-20">
        <div className="grid gap-8">
          <h2 id="evidence" className="text-28 font-semibold tracking-tight">
            Every point links to when it was said
          </h2>
          <dl className="grid gap-6">
            {PROMISES.map(([name, text]) => (
              <div key={name} className="grid gap-1">
                <dt className="text-17 font-medium">{name}</dt>
                <dd className="max-w-[32rem] text-15 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <LandingPreview />
      </div>
    </section>
  )
}

const LINES = [
  ['2:08', 'Maya', 'What would it take for you to sign this quarter?'],
  ['2:14', 'Jon', 'If the import takes a day instead of a week, we can start in March.'],
  ['2:21', 'Maya', 'I’ll send you the import guide today.'],
] as const

/** An illustration of a microsite: a quote, its chip and the lines it comes from. */
function LandingPreview() {
  return (
    <div aria-hidden className="grid gap-7 rounded border border-line bg-paper p-6 select-none sm:p-9">
      <div className="grid gap-3 border-l-2 border-accent pl-5">
        <p className="text-21 font-medium">“If the import takes a day instead of a week, we can start in March.”</p>
        <p className="flex flex-wrap items-center gap-3 text-15 text-muted">
          — Jon
          <span className="inline-flex h-6 items-center gap-1 rounded-full border border-accent bg-paper px-2 text-13 text-accent-text tabular-nums">
            <Play size={10} className="fill-current" />
            2:14
          </span>
        </p>
      </div>
      <div className="grid rounded border border-line p-2">
        {LINES.map(([clock, speaker, text]) => (
          <div
            key={clock}
            className={`grid grid-cols-[3.25rem_minmax(0,1fr)] rounded-sm px-2 py-1.5 ${speaker === 'Jon' ? 'bg-accent-soft' : ''}`}
          >
            <span
              className={`text-13 leading-[1.375rem] tabular-nums ${speaker === 'Jon' ? 'text-accent-text' : 'text-muted'}`}
            >
              {clock}
            </span>
            <span className="text-15">
              <span className="block text-13 font-medium">{speaker}</span>
              {text}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
