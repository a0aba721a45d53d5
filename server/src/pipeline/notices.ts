import { FAILURES } from '@callfolio/shared/failures.ts'

/** Sentences for the reader of a recording whose transcript is missing or came another way than asked. */
export const NOTICES = {
  noAudio: FAILURES.no_audio.sentence,
  noEngine: `No speech engine is set up on this server. A transcript can be added later.`,
  noSpeech: 'No speech was found.',
  estimatedTimes: 'The transcript that was added has no times, so the moments are estimated.',
  unreadableCaptions: 'The caption file could not be read.',
  captionsReplaced: 'The caption file could not be read; this transcript was made from the recording itself.',
} as const

/** The summary of a recording in which nobody speaks. */
export const NO_SPEECH_SUMMARY = 'No speech was found in this recording.'

/** The summary of a recording whose draft is not worth a recap. */
export const UNSURE_SUMMARY =
  'No recap was made of this recording: the speech engine was too unsure of its words. A caption file or a speech model makes one.'

/** The summary of a recording with hardly a sentence in it. */
export const TOO_LITTLE_SUMMARY = 'Too little was said in this recording to summarize.'
