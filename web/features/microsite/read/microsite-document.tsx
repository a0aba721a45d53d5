import { Tooltip } from 'radix-ui'
import { useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from '../../../ui/navigation.tsx'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { useMediaQuery } from '../../../lib/hooks.ts'
import { accentStyle } from '../../../ui/accent-style.ts'
import { useBranding } from '../../branding/use-branding.ts'
import { DraftBanner } from '../transcript/draft-banner.tsx'
import { UnsavedGuard } from '../edit/unsaved-guard.tsx'
import { DocumentHeader } from './document-header.tsx'
import { DocumentSections } from './document-sections.tsx'
import { hasVideo, Recording } from '../player/recording.tsx'
import { PlayerProvider } from '../player/player-context.tsx'
import { SearchProvider } from './search-context.tsx'
import { SpokenPanel, TimelineSheet } from './timeline-panel.tsx'
import { getStartTime } from '../../../lib/moment-address.ts'

const WIDE = '(min-width: 64rem)'

/** A microsite as its owner reads it: the text on the left, the recording and the current line on the right. */
export function MicrositeDocument({ microsite, children }: { microsite: Microsite; children?: ReactNode }) {
  const { data: branding } = useBranding()
  const [timelineOpen, setTimelineOpen] = useState(false)
  const [address] = useSearchParams()
  const wide = useMediaQuery(WIDE)
  const recording = useRef<HTMLElement>(null)
  const { segments } = microsite
  const toggleTimeline = () => {
    setTimelineOpen(!timelineOpen)
    // The sheet covers the lower part of a phone; the video moves to the top of the rest.
    if (!wide) recording.current?.scrollIntoView()
  }
  return (
    <UnsavedGuard>
      <Tooltip.Provider delayDuration={200}>
        <PlayerProvider segments={segments} startMs={getStartTime(address)}>
          <SearchProvider segments={segments}>
            <article
              style={accentStyle(branding?.accent ?? null)}
              className="mx-auto max-w-[75rem] px-5 py-8 sm:px-8 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:py-12"
            >
              <DocumentHeader microsite={microsite} logoUrl={branding?.logo_url ?? null} />
              <aside
                ref={recording}
                aria-label="Recording"
                className={`top-0 z-10 -mx-5 bg-paper px-5 py-4 sm:-mx-8 sm:px-8 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mx-0 lg:flex lg:max-h-[calc(100dvh-8rem)] lg:flex-col lg:gap-4 lg:self-start lg:p-0 max-lg:*:max-w-[42rem] max-lg:in-[article:has(form:focus-within)]:static! ${hasVideo(microsite) ? '[@media(min-height:36rem)]:sticky' : ''}`}
              >
                <Recording microsite={microsite} />
                {wide && segments.length > 0 && <SpokenPanel expanded={timelineOpen} />}
              </aside>
              <div className="mt-6 grid max-w-[42rem] grid-cols-1 content-start gap-10 lg:mt-10">
                {children}
                <DraftBanner site={microsite} />
                <DocumentSections microsite={microsite} timelineOpen={timelineOpen} onToggleTimeline={toggleTimeline} />
              </div>
            </article>
            {!wide && <TimelineSheet open={timelineOpen} onOpenChange={setTimelineOpen} />}
          </SearchProvider>
        </PlayerProvider>
      </Tooltip.Provider>
    </UnsavedGuard>
  )
}
