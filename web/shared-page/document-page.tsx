import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { CallToAction } from './call-to-action.tsx'
import { DocumentHead } from './document-head.tsx'
import { PageHeader } from './page-header.tsx'
import { Points } from './points.tsx'
import { Quotes } from './quotes.tsx'
import { readContent } from './read-content.ts'
import { Section } from './section.tsx'
import { PreviewBanner, ShareBanner } from './share-banner.tsx'
import { Summary } from './summary.tsx'
import { Transcript } from './transcript.tsx'

type DocumentPageProps = { page: Extract<SharedPage, { state: 'open' | 'preview' }>; now: Date }

/** The microsite as a recipient reads it: the text, and beside it (on a phone below it) the transcript that it leads to. */
export function DocumentPage({ page, now }: DocumentPageProps) {
  const { microsite } = page
  const { outline, lines, hasTranscript } = readContent(microsite)
  const { summary, quotes, action_points, important_points, todo_list } = outline
  return (
    <>
      {page.state === 'open' ? <ShareBanner expiresAt={page.expiresAt} now={now} /> : <PreviewBanner />}
      <PageHeader logoUrl={microsite.branding.logo_url} />
      <main>
        <article
          className={`mx-auto grid grid-cols-1 gap-x-16 gap-y-12 px-5 py-8 sm:px-8 sm:py-12 print:block print:max-w-none print:p-0 ${
            hasTranscript ? 'max-w-[42rem] lg:max-w-[75rem] lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]' : 'max-w-[46rem]'
          }`}
        >
          <div className="grid max-w-[42rem] grid-cols-1 content-start gap-12 print:block print:max-w-none">
            <DocumentHead microsite={microsite} />
            {summary.text !== '' && (
              <Section title="Summary">
                <Summary summary={summary} lines={lines} />
              </Section>
            )}
            {quotes.length > 0 && (
              <Section title="Key Quotes">
                <Quotes quotes={quotes} lines={lines} />
              </Section>
            )}
            {action_points.length > 0 && (
              <Section title="Action Points">
                <Points items={action_points} mark="point" lines={lines} />
              </Section>
            )}
            {important_points.length > 0 && (
              <Section title="Important Points">
                <Points items={important_points} mark="point" lines={lines} />
              </Section>
            )}
            {todo_list.length > 0 && (
              <Section title="Todo List">
                <Points items={todo_list} mark="todo" lines={lines} />
              </Section>
            )}
          </div>
          {hasTranscript && <Transcript microsite={microsite} />}
        </article>
      </main>
      <CallToAction />
    </>
  )
}
