import type { AnyStage } from './stage.ts'
import { analyse } from './stages/analyse.ts'
import { fingerprint } from './stages/fingerprint.ts'
import { playable } from './stages/playable.ts'
import { currentTranscript } from './stages/current-transcript.ts'
import { probe } from './stages/probe.ts'
import { publish } from './stages/publish.ts'
import { sides } from './stages/sides.ts'
import { speakers } from './stages/speakers.ts'
import { speech } from './stages/speech.ts'
import { tidy } from './stages/tidy.ts'
import { transcribe } from './stages/transcribe.ts'
import { transcript } from './stages/transcript.ts'
import { verify } from './stages/verify.ts'

/** Groups of stages, run one after another; the stages of a group run concurrently. */
export type Order = readonly (readonly AnyStage[])[]

/** From the upload to the published microsite. Stages that block no other run alongside the transcription. */
export const FULL_ORDER: Order = [
  [probe],
  [speech],
  [transcribe, playable, sides, fingerprint],
  [speakers],
  [transcript],
  [analyse],
  [verify],
  [tidy],
  [publish],
]

/** The same for a recording that won't be played from here: the file itself is not touched. */
export const TEXT_ONLY_ORDER: Order = [
  [probe],
  [speech],
  [transcribe, sides],
  [speakers],
  [transcript],
  [analyse],
  [verify],
  [publish],
]

/** Only the recap, made again. */
export const RECAP_ORDER: Order = [[currentTranscript], [analyse], [verify], [publish]]
