import type { MicrositeOutline, OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { MomentLink } from './moment-link.tsx'
import type { LeadOf } from './read-content.ts'

interface SummaryProps {
  summary: MicrositeOutline['summary']
  leadOf: LeadOf
}

/** The summary; sentences that stand on the call carry their moment. */
export function Summary({ summary: { text, sentences }, leadOf }: SummaryProps) {
  if (sentences.length === 0)
    return (
      <p dir="auto" className="text-17 break-words whitespace-pre-line">
        {text}
      </p>
    )
  return (
    <p dir="auto" className="text-17 leading-8 break-words">
      {sentences.map((sentence, index) => (
        <Sentence key={index} {...sentence} leadOf={leadOf} />
      ))}
    </p>
  )
}

function Sentence({ text, moment, leadOf }: OutlineItem & { leadOf: LeadOf }) {
  if (moment === null) return `${text} `
  // The time stays on the line of the word it follows.
  const lastWord = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, lastWord)}
      <span className="whitespace-nowrap">
        {text.slice(lastWord)} <MomentLink moment={moment} speaker={null} leadOf={leadOf} />
      </span>{' '}
    </>
  )
}
