import * as z from 'zod/mini'
import type { LiveRecording } from './recording-protocol.ts'

/** Name of the port between the bar in a recorded page and the engine. */
export const BAR_PORT = 'recording-bar'

/** What the bar may request of the recording of its tab. It can't discard it, and gets neither link nor captions. */
export const barCommandSchema = z.object({ type: z.enum(['pause', 'resume', 'mark', 'stop']) })
export type BarCommand = z.infer<typeof barCommandSchema>

/** What the engine sends the bar. */
export interface BarState extends Pick<LiveRecording, 'state' | 'elapsedMs' | 'marks'> {
  /** The louder side's level, 0 to 1; null: no audio is recorded. */
  level: number | null
}

/** Sent by a meeting's page. `bar/wanted`: answered with whether the person wants the bar. */
export const barRequestSchema = z.object({ type: z.enum(['bar/wanted', 'bar/hide']) })

/** Sent by the background to the page of a tab whose recording has started. */
export const SHOW_BAR = { type: 'bar/show' } as const
