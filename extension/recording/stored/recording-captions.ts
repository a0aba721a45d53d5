import type { AskCaptions } from '../../browser/caption-messages.ts'
import type { CaptionPage, CaptionSessionStatus } from '../../messaging/captions-protocol.ts'
import type { Recording } from './recording.ts'

/** The meeting captions that belong to a recording. */
export interface RecordingCaptions {
  /** Finds captions collected since the recording began. */
  find(recording: Pick<Recording, 'source' | 'tabId' | 'startedAt'>): Promise<FoundCaptions>
  /** The lines in recording time; null when no one spoke. */
  webvtt(recording: Recording): Promise<string | null>
  forget(recording: Pick<Recording, 'captionSessionIds'>): Promise<void>
}

export interface FoundCaptions {
  sessionIds: string[]
  /** The meeting's own name; null: its page shows none. */
  name: string | null
  /** "Captions: 12 lines, last 3 s ago" */
  health: string
  page: CaptionPage
  /** When the last line arrived, ms since 1970; null: none did. */
  lastLineAt: number | null
}

/** Asks the background, which stores the captions. */
export function createRecordingCaptions(ask: AskCaptions): RecordingCaptions {
  return {
    async find(recording) {
      const { sessions } = await ask({ type: 'captions/status' })
      const own = sessions.filter((session) => belongsTo(session, recording))
      return {
        sessionIds: own.map(({ id }) => id),
        name: own[0]?.name ?? null,
        health: own[0]?.health ?? 'Waiting for captions',
        // A page that can't be read has no lines that would identify it.
        page: (own[0] ?? sessions.find(({ tabId }) => tabId === recording.tabId))?.page ?? 'hidden',
        lastLineAt: own[0]?.lastLineAt ?? null,
      }
    },
    async webvtt({ captionSessionIds: sessionIds, startedAt, endedAt, pauses }) {
      if (sessionIds.length === 0) return null
      return (await ask({ type: 'captions/webvtt', sessionIds, recording: { startedAt, endedAt, pauses } })).webvtt
    },
    async forget({ captionSessionIds: sessionIds }) {
      if (sessionIds.length > 0) await ask({ type: 'captions/forget', sessionIds })
    },
  }
}

/** A window or screen may show any meeting, a tab shows its own. */
function belongsTo(
  session: CaptionSessionStatus,
  { source, tabId, startedAt }: Pick<Recording, 'source' | 'tabId' | 'startedAt'>,
): boolean {
  return session.lastLineAt >= startedAt && (source === 'screen' || session.tabId === tabId)
}
