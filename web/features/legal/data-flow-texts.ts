import type { DataFlow, DataStep } from '@callfolio/shared/contract/data-flow.ts'
import { ANALYSTS, TRANSCRIBERS } from '@callfolio/shared/engines.ts'

interface StepText {
  title: string
  /** What is worked on here, and what is sent where the step is done elsewhere. */
  data: { kept: string; sent: string }
}

const SOUND = 'The sound of a recording without captions, in parts while it is uploaded.'

/** What each step works on. */
export const DATA_STEP_TEXTS: Record<DataStep, StepText> = {
  recordings: {
    title: 'Recordings',
    data: {
      kept: 'Video, sound, a still picture and caption files, in a folder of the server.',
      sent: 'Video, sound, a still picture and caption files are stored there, and read through this server alone.',
    },
  },
  database: {
    title: 'Everything else kept',
    data: { kept: 'Accounts, transcripts, recaps, links and their views.', sent: '' },
  },
  transcription: { title: 'Transcription', data: { kept: SOUND, sent: SOUND } },
  speakers: {
    title: 'Who speaks',
    data: { kept: 'The sound, once; nothing by which a voice could be known again is kept.', sent: SOUND },
  },
  recap: {
    title: 'Recap',
    data: {
      kept: 'The transcript, with title and description.',
      sent: 'The transcript, with title and description. The video is not sent.',
    },
  },
  mail: {
    title: 'Mail',
    data: {
      kept: 'No mail is sent to anybody outside; what would be lies in a folder of the operator’s.',
      sent: 'The address of whoever gets a mail, and its text. No recording and no transcript.',
    },
  },
  texts: {
    title: 'Text messages',
    data: { kept: '', sent: 'The phone number of whoever signs in by it, and a code.' },
  },
  payments: {
    title: 'Payment',
    data: { kept: '', sent: 'The e-mail address and the account’s id of who pays. Nothing of calls.' },
  },
  sign_in: {
    title: 'Signing in',
    data: {
      kept: 'E-mail address and password.',
      sent: 'Who chooses to sign in with a provider is sent to it; it learns that this account is used here. Nothing of calls.',
    },
  },
  captcha: {
    title: 'Captcha',
    data: {
      kept: '',
      sent: 'The browser of who signs in or up, or asks for a mail or a text, loads a captcha from there: its maker learns the network address, facts about the browser and what is done in the captcha. This server has the answer checked there, with that address. Nothing of calls.',
    },
  },
  models: {
    title: 'Speech models',
    data: { kept: '', sent: 'Models are fetched from there when the operator asks for them. Nothing is sent.' },
  },
}

const ENGINE_LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(TRANSCRIBERS).map(([id, { label }]) => [`transcription ${id}`, label])),
  ...Object.fromEntries(Object.entries(ANALYSTS).map(([id, { label }]) => [`recap ${id}`, label])),
}

/** Where a step's data goes, in a few words. */
export function placeOf({ step, by, where, hosts }: DataFlow): string {
  if (where === 'none') return 'Not done on this server.'
  if (where === 'operator') return 'On a database server of the operator’s.'
  if (where === 'elsewhere') return `${step === 'models' ? 'From' : 'At'} ${hosts.join(', ')}.`
  const engine = by === null ? undefined : ENGINE_LABELS[`${step} ${by}`]
  return engine === undefined
    ? 'On this server.'
    : `On this server, by ${engine.charAt(0).toLowerCase()}${engine.slice(1)}.`
}

/** Which services the operator allows. */
export function egressSentence(egress: readonly string[] | null): string {
  if (egress === null) return 'The operator has not limited which services this server may use.'
  if (egress.length === 0) return 'The operator lets this server use nothing outside itself and its database.'
  return `The operator lets this server use only ${egress.join(', ')} and its database.`
}
