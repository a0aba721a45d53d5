import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import { certainty, LEAST_CERTAIN } from './certainty.ts'
import { withoutStop } from './clean.ts'
import { asDeadline, deadlinesIn } from './deadlines.ts'
import type { Line } from './lines.ts'
import { isSober } from './own-words.ts'
import type { Commitment } from './settle.ts'
import type { Task } from './tasks.ts'

const MOST = 10
/** Sentences: promises of one person so near to each other are one. */
const NEAR = 6
/** Sentences before a promise in which its thing is named. */
const REACH = 6

/**
 * Promises that stand at the end of a call and that no task states, because their thing is named in sentences of several
 * people ("I'll get you one tonight"): each in its speaker's words, with the lines around it, for the owner to word.
 */
export function possibleSteps(
  commitments: readonly Commitment[],
  tasks: readonly Task[],
  lines: readonly Line[],
): DraftItem[] {
  const stated = new Set(tasks.flatMap(({ commitment, lines: used }) => [...commitment.lines, ...used]))
  const open = commitments.filter(
    ({ outcome, owner, proposal }) =>
      outcome === 'standing' && owner !== null && !stated.has(proposal.line) && isSaid(lines[proposal.line]),
  )
  const best = open
    .map((commitment) => ({ commitment, weight: certainty(commitment, lines) }))
    .filter(({ weight }) => weight >= LEAST_CERTAIN)
    .toSorted((a, b) => b.weight - a.weight)
  const kept: Commitment[] = []
  for (const { commitment } of best) {
    const isNear = kept.some(
      ({ owner, proposal }) => owner === commitment.owner && Math.abs(proposal.line - commitment.proposal.line) <= NEAR,
    )
    if (kept.length < MOST && !isNear) kept.push(commitment)
  }
  return kept
    .toSorted((a, b) => a.proposal.line - b.proposal.line)
    .flatMap((commitment) => asItem(commitment, lines) ?? [])
}

const isSaid = (line: Line | undefined) => line !== undefined && (line.tidied.endsWith('?') || isSober(line))

function asItem({ owner, due, proposal, lines: used }: Commitment, lines: readonly Line[]): DraftItem | null {
  const line = lines[proposal.line]
  if (line === undefined || owner === null) return null
  const said = withoutStop(line.tidied)
  const day = due === null || deadlinesIn(said).length > 0 ? '' : `, ${asDeadline(due)}`
  const asker = proposal.speaker === owner || proposal.speaker === null ? '' : `${proposal.speaker} asked: `
  const around = [proposal.line, ...contextOf(line, lines), ...used]
  const segmentIds = [...new Set(around.flatMap((index) => lines[index]?.segmentIds ?? []))]
  return {
    text: `${owner}: ${asker}“${said}”${day}`,
    segmentIds: segmentIds.slice(0, MOST_EVIDENCE_LINES),
    owner,
    ...(due !== null && { due }),
  }
}

/** The last sentences before one that have something in them: there stands what it points to. */
function contextOf(line: Line, lines: readonly Line[]): number[] {
  return lines
    .slice(Math.max(0, line.index - REACH), line.index)
    .filter(({ stems }) => stems.length > 1)
    .slice(-2)
    .map(({ index }) => index)
    .toReversed()
}
