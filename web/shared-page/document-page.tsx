import type { SharedPage, SharedVideo } from '@callfolio/shared/page/shared-page.ts'
import type { Preparation, SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import { preparationText } from '@callfolio/shared/progress/preparation.ts'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { CallToAction, PageHeader, PreviewBanner, ShareBanner } from './page-header.tsx'
import { Points, Quotes, Section, Summary } from './sections.tsx'
import { readContent } from './read-content.ts'
import { Transcript } from './transcript.tsx'
import { isLongTitle } from '../lib/long-title.ts'
import { documentFacts } from '../lib/microsite-facts.ts'
import { getTitle } from './unfurl.tsx'
import { useCallLanguage, useWords } from './words.ts'

type DocumentPageProps = { page: Extract<SharedPage, { state: 'open' | 'preview' }> }

/**
 * The microsite as a recipient reads it: the text, and next to it (on a phone above and below it) the video and the
 * transcript.
 */
export function DocumentPage({ page }: DocumentPageProps) {
  const { microsite } = page
  const video = page.state === 'open' ? page.video : null
  const preparation = page.state === 'open' ? page.preparation : null
  const isWithheld = page.state === 'open' && page.isWithheld
  // Timestamps also link into a recording that will come back.
  const content = readContent(microsite, { hasVideo: video !== null || isWithheld })
  const { outline, getLead, hasTranscript } = content
  const { summary, quotes, action_points, important_points, todo_list } = outline
  const { words } = useWords()
  const hasSide = hasTranscript || video !== null || isWithheld
  return (
    <>
      {page.state === 'open' ? <ShareBanner expiresAt={page.expiresAt} /> : <PreviewBanner />}
      <PageHeader logoUrl={microsite.branding.logo_url} />
      <main>
        {(preparation !== null || isWithheld) && (
          <p role="status" data-arrivals data-words={JSON.stringify(words.arrivals)} className="sr-only" />
        )}
        <article
          data-part="article"
          className={`mx-auto grid grid-cols-1 gap-x-16 gap-y-12 px-5 py-8 sm:px-8 sm:py-12 print:block print:max-w-none print:p-0 ${
            hasSide
              ? 'max-w-[42rem] lg:max-w-[75rem] lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]'
              : 'max-w-[46rem]'
          }`}
        >
          <div
            data-part="text"
            className="grid max-w-[42rem] grid-cols-1 content-start gap-12 print:block print:max-w-none"
          >
            <DocumentHead microsite={microsite} />
            {preparation !== null && <PreparationNotice preparation={preparation} />}
            {summary.text !== '' && (
              <Section name="summary">
                <Summary summary={summary} getLead={getLead} />
              </Section>
            )}
            {quotes.length > 0 && (
              <Section name="quotes">
                <Quotes quotes={quotes} getLead={getLead} />
              </Section>
            )}
            {action_points.length > 0 && (
              <Section name="action_points">
                <Points items={action_points} mark="point" getLead={getLead} />
              </Section>
            )}
            {important_points.length > 0 && (
              <Section name="important_points">
                <Points items={important_points} mark="point" getLead={getLead} />
              </Section>
            )}
            {todo_list.length > 0 && (
              <Section name="todo_list">
                <Points items={todo_list} mark="todo" getLead={getLead} />
              </Section>
            )}
          </div>
          {hasSide && (
            <div
              data-part="side"
              className="contents lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:gap-8 lg:self-start print:contents"
            >
              {video !== null && <Recording video={video} />}
              {isWithheld && <WithheldNotice />}
              {hasTranscript && <Transcript microsite={microsite} content={content} />}
            </div>
          )}
        </article>
      </main>
      <CallToAction />
    </>
  )
}

/** Title, facts and description. */
function DocumentHead({ microsite }: { microsite: SharedMicrosite }) {
  const { words, language } = useWords()
  const lang = useCallLanguage()
  const title = getTitle(microsite, words)
  return (
    <header data-part="head" className="grid grid-cols-1 gap-3 print:mb-8">
      <h1
        dir="auto"
        lang={lang}
        className={`text-28 font-semibold tracking-tight break-words ${isLongTitle(title) ? '' : 'sm:text-40'}`}
      >
        {title}
      </h1>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-13 text-muted tabular-nums">
        {documentFacts(microsite, language).map(({ text, moment }) =>
          moment === undefined ? (
            <span key={text}>{text}</span>
          ) : (
            <time key={text} dateTime={moment}>
              {text}
            </time>
          ),
        )}
      </p>
      {microsite.description && (
        <p dir="auto" lang={lang} className="text-17 break-words whitespace-pre-line text-muted">
          {microsite.description}
        </p>
      )}
    </header>
  )
}

/** The recording, if its owner shows it; on a phone it is above the text, and stays in view while it plays. */
function Recording({ video: { src, poster } }: { video: SharedVideo }) {
  const { words } = useWords()
  return (
    <video
      src={src}
      poster={poster ?? undefined}
      data-part="video"
      controls
      controlsList="nodownload"
      playsInline
      preload="metadata"
      aria-label={words.recording}
      className="order-first block aspect-video w-full rounded bg-black object-contain max-lg:top-0 max-lg:z-10 max-lg:data-playing:sticky max-lg:max-h-[38dvh] lg:order-none lg:shrink-0 print:hidden"
    />
  )
}

/** Placeholder until the recording is back. */
function WithheldNotice() {
  const { words } = useWords()
  return (
    <p
      data-part="withheld"
      className="order-first rounded border border-line bg-surface px-4 py-3 text-15 text-muted lg:order-none lg:shrink-0 print:hidden"
    >
      {words.withheld}
    </p>
  )
}

/** Shows that more is to come, and the progress; the bars are placeholders for the text. */
function PreparationNotice({ preparation }: { preparation: Preparation }) {
  const { words, language } = useWords()
  const { made_by, progress } = preparation
  return (
    <div data-part="preparation" className="grid grid-cols-1 gap-8 print:hidden">
      <div className="grid gap-3">
        {made_by !== null && (
          <p className="text-15 text-muted">
            {words.sharedBy} <span dir="auto">{made_by}</span>
          </p>
        )}
        <progress
          data-progress
          max={1}
          value={progress}
          aria-label={words.preparingPage}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-line accent-accent-fill [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-fill"
        />
        <p className="text-15">
          <span data-preparation>{preparationText(preparation, language)}</span>{' '}
          <span className="text-muted">{words.sectionsCome}</span>
        </p>
      </div>
      <SkeletonLines />
    </div>
  )
}
