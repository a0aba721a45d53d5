import type { TimeRange } from '../media/media.ts'

/** A stretch in which one person speaks. Turns are in order and do not overlap; where there is none, it is not known who speaks. */
export interface SpeakerTurn extends TimeRange {
  speaker: string
}
