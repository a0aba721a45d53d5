import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** How a call's time was used: all shares together are 1. */
export interface TalkShare {
  speakers: { speaker: string; share: number }[]
  /** Share of the recording without speech; null if its length is unknown: the others then divide the speaking time. */
  silence: number | null
}

/**
 * Speaking time by person, the most talkative first. Lines without a known speaker count for no one.
 * @param durationMs length of the recording.
 */
export function talkShare(segments: readonly Segment[], durationMs: number | null): TalkShare {
  const spoken = new Map<string, number>()
  for (const { speaker, start_ms, end_ms } of segments) {
    if (speaker !== null) spoken.set(speaker, (spoken.get(speaker) ?? 0) + end_ms - start_ms)
  }
  const total = [...spoken.values()].reduce((sum, ms) => sum + ms, 0)
  const silence = durationMs === null || durationMs === 0 ? null : Math.max(0, 1 - coveredMs(segments) / durationMs)
  const speech = 1 - (silence ?? 0)
  return {
    speakers: [...spoken]
      .map(([speaker, ms]) => ({ speaker, share: total === 0 ? 0 : (ms / total) * speech }))
      .toSorted((a, b) => b.share - a.share),
    silence,
  }
}

/** Time with at least one line being spoken; lines may overlap. */
function coveredMs(segments: readonly Segment[]): number {
  let covered = 0
  let until = 0
  for (const { start_ms, end_ms } of segments.toSorted((a, b) => a.start_ms - b.start_ms)) {
    covered += Math.max(0, end_ms - Math.max(start_ms, until))
    until = Math.max(until, end_ms)
  }
  return covered
}
