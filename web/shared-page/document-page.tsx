import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { CallToAction } from './call-to-action.tsx'
import { DocumentHead } from './document-head.tsx'
import { PageHeader } from './page-header.tsx'
import { Points } from './points.tsx'
import { Quotes } from './quotes.tsx'
import { readContent } from './read-content.ts'
import { Recording } from './recording.tsx'
import { Section } from './sections.tsx'
import { PreviewBanner, ShareBanner } from './share-banner.tsx'
import { Summary } from './summary.tsx'
import { Transcript } from './transcript.tsx'

type DocumentPageProps = { page: Extract<SharedPage, { state: 'open' | 'preview' }>; now: Date }

/** The microsite as a recipient reads it: the text, and beside it (on a phone above and below it) the video and the transcript that it leads to. */
export function DocumentPage({ page, now }: DocumentPageProps) {
  const { microsite } = page
  const { video, startMs } = page.state === 'open' ? page : { video: null, startMs: null }
  const content = readContent(microsite, video !== null)
  const { outline, leadOf, hasTranscript } = content
  const { summary, quotes, action_points, important_points, todo_list } = outline
  const hasSide = hasTranscript || video !== null
  return (
    <>
      {page.state === 'open' ? <ShareBanner expiresAt={page.expiresAt} now={now} /> : <PreviewBanner />}
      <PageHeader logoUrl={microsite.branding.logo_url} />
      <main>
        <article
          className={`mx-auto grid grid-cols-1 gap-x-16 gap-y-12 px-5 py-8 sm:px-8 sm:py-12 print:block print:max-w-none print:p-0 ${
            hasSide
              ? 'max-w-[42rem] lg:max-w-[75rem] lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]'
              : 'max-w-[46rem]'
          }`}
        >
          <div className="grid max-w-[42rem] grid-cols-1 content-start gap-12 print:block print:max-w-none">
            <DocumentHead microsite={microsite} />
            {summary.text !== '' && (
              <Section title="Summary" name="summary">
                <Summary summary={summary} leadOf={leadOf} />
              </Section>
            )}
            {quotes.length > 0 && (
              <Section title="Key Quotes" name="quotes">
                <Quotes quotes={quotes} leadOf={leadOf} />
              </Section>
            )}
            {action_points.length > 0 && (
              <Section title="Action Points" name="action_points">
                <Points items={action_points} mark="point" leadOf={leadOf} />
              </Section>
            )}
            {important_points.length > 0 && (
              <Section title="Important Points" name="important_points">
                <Points items={important_points} mark="point" leadOf={leadOf} />
              </Section>
            )}
            {todo_list.length > 0 && (
              <Section title="Todo List" name="todo_list">
                <Points items={todo_list} mark="todo" leadOf={leadOf} />
              </Section>
            )}
          </div>
          {hasSide && (
            <div className="contents lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:gap-8 lg:self-start print:contents">
              {video !== null && <Recording video={video} startMs={startMs} />}
              {hasTranscript && <Transcript microsite={microsite} content={content} startMs={startMs} />}
            </div>
          )}
        </article>
      </main>
      <CallToAction />
    </>
  )
}
