/** The seven steps of SPEC §4, in order; a microsite's `step` is an index into this list. */
export const STEPS = [
  'Uploading video file',
  'Extracting audio',
  'AI transcription',
  'Preparing transcript',
  'Analyzing content',
  'Building microsite',
  'Finalizing',
] as const

export const STEP = { upload: 0, audio: 1, transcription: 2, transcript: 3, analysis: 4, building: 5, finalizing: 6 } as const
