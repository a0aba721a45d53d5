import { FAILURES } from '@callfolio/shared/failures.ts'
import { NO_SPEECH_NOTICE } from '../transcription/no-text.ts'

/** Notices for a recording whose transcript is missing or was made in another way than requested. */
export const NOTICES = {
  noAudio: FAILURES.no_audio.sentence,
  noEngine: `This server can’t transcribe. You can add a transcript.`,
  noSpeech: NO_SPEECH_NOTICE,
  estimatedTimes: 'The added transcript has no timestamps, so times are estimated.',
  unreadableCaptions: 'We couldn’t read the caption file.',
  captionsReplaced: 'We couldn’t read the caption file, so we transcribed the recording.',
} as const

/** The summary of a recording whose draft transcript is too poor for a recap. */
export const UNSURE_SUMMARY = 'No recap: too much of the transcript is uncertain. Add a caption file to get one.'

/** The summary of a recording with hardly a sentence in it. */
export const TOO_LITTLE_SUMMARY = 'Too little was said in this recording to summarize.'
