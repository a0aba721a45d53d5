import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import { redactSegments } from '@callfolio/shared/redaction.ts'
import { NOTICES } from '../notices.ts'
import type { Stage } from '../stage.ts'

/** Makes readable lines: joins cues, and reports unreadable captions. */
export const transcript: Stage<'transcript'> = {
  name: 'transcript',
  step: STEP.transcript,
  weight: 1,
  async run({ output, parts, recording, signal }) {
    const { segments, info } = output('speakers')
    const { unreadableCaptions } = output('speech')
    const lines =
      info.source === 'captions' || info.source === 'given'
        ? await parts.tasks.run('mergeCues', segments, { signal })
        : segments
    return {
      // The owner may add a transcript that has the redacted words again.
      segments: redactSegments(lines, recording.redacted),
      info: unreadableCaptions ? { ...info, notice: withCaptionsNotice(info) } : info,
    }
  },
  deliver: (made, sink) => sink.transcript(made),
}

function withCaptionsNotice({ source, notice }: TranscriptInfo): string {
  const first = source === 'none' ? NOTICES.unreadableCaptions : NOTICES.captionsReplaced
  return notice === null || notice === first ? first : `${first} ${notice}`
}
