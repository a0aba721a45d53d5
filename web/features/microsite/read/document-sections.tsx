import type { AnalysisUse, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { getOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { WaitingLine } from '../../review/review.tsx'
import { PointsSection } from './points-section.tsx'
import { QuotesSection } from './quotes-section.tsx'
import { SummarySection } from './summary-section.tsx'
import { TranscriptSection } from './transcript-section.tsx'

interface DocumentSectionsProps {
  microsite: Microsite
  timelineOpen: boolean
  onToggleTimeline: () => void
}

/** The microsite's content, section by section. */
export function DocumentSections({ microsite, timelineOpen, onToggleTimeline }: DocumentSectionsProps) {
  const { summary, quotes, action_points, important_points, todo_list } = getOutline(microsite)
  return (
    <div className="grid grid-cols-1 gap-12">
      <WaitingLine site={microsite} />
      <SummarySection site={microsite} summary={summary} />
      <TranscriptSection site={microsite} timelineOpen={timelineOpen} onToggleTimeline={onToggleTimeline} />
      <QuotesSection site={microsite} quotes={quotes} />
      <PointsSection
        site={microsite}
        field="action_points"
        title="Action Points"
        noun="action point"
        items={action_points}
      />
      <PointsSection
        site={microsite}
        field="important_points"
        title="Important Points"
        noun="important point"
        items={important_points}
      />
      <PointsSection site={microsite} field="todo_list" title="Todo List" noun="todo" items={todo_list} />
      {microsite.analysis_use && <RecapUse use={microsite.analysis_use} />}
    </div>
  )
}

/** The recap's actual model usage, in small print for its owner. */
function RecapUse({ use: { model, input_tokens: read, output_tokens: written } }: { use: AnalysisUse }) {
  if (read + written === 0) return <p className="text-13 text-muted">Recap written by {model}.</p>
  return (
    <p className="text-13 text-muted">
      Recap written by {model} ({(read + written).toLocaleString('en')} tokens).
    </p>
  )
}
