/** The seven steps, in order; a microsite's `step` is an index into this list. */
export const STEPS = [
  'Uploading video file',
  'Extracting audio',
  'Transcription',
  'Preparing transcript',
  'Analyzing content',
  'Building microsite',
  'Finalizing',
] as const

export const STEP = {
  upload: 0,
  audio: 1,
  transcription: 2,
  transcript: 3,
  analysis: 4,
  building: 5,
  finalizing: 6,
} as const

/** The step names. @param byModel whether a model is known to transcribe: only then is AI mentioned. */
export function stepNames(byModel: boolean): readonly string[] {
  return byModel ? STEPS.map((step, index) => (index === STEP.transcription ? 'AI transcription' : step)) : STEPS
}
