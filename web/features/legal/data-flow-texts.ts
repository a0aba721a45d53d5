import type { DataFlow, DataStep } from '@callfolio/shared/contract/data-flow.ts'
import { ANALYSTS, TRANSCRIBERS } from '@callfolio/shared/engines.ts'

interface StepText {
  title: string
  /** `kept`: processed on this server. `sent`: transferred if the step is done elsewhere. */
  data: { kept: string; sent: string }
}

const AUDIO = 'The audio of recordings without captions, in parts, usually during the upload.'

/** The data that each step processes. */
export const DATA_STEP_TEXTS: Record<DataStep, StepText> = {
  recordings: {
    title: 'Recordings',
    data: {
      kept: 'Video, audio, a still picture and caption files, in a folder on the server.',
      sent: 'Video, audio, a still picture and caption files. Users access them through this server only.',
    },
  },
  database: {
    title: 'Database',
    data: { kept: 'Accounts, transcripts, participants’ names, recaps, links and views.', sent: '' },
  },
  transcription: {
    title: 'Transcription',
    data: {
      kept: AUDIO,
      sent: `${AUDIO} Also the title, the description and names likely to be said, for correct spelling.`,
    },
  },
  speakers: {
    title: 'Speaker detection',
    data: { kept: 'The audio. We store no data that could identify a voice in another recording.', sent: AUDIO },
  },
  recap: {
    title: 'Recap',
    data: {
      kept: 'The transcript, title, description and participants’ names.',
      sent: 'The transcript, title, description and participants’ names. The video is not sent.',
    },
  },
  mail: {
    title: 'Email',
    data: {
      kept: 'No email leaves this server. Messages are stored in the operator’s outbox folder.',
      sent: 'Email addresses and message text. No recordings or transcripts.',
    },
  },
  texts: {
    title: 'Text messages',
    data: { kept: '', sent: 'Phone numbers of users who sign in by text message, and their codes.' },
  },
  payments: {
    title: 'Payments',
    data: { kept: '', sent: 'The email address and account ID of users who open the checkout. No call data.' },
  },
  sign_in: {
    title: 'Sign-in',
    data: {
      kept: 'Email address and password.',
      sent: 'If a user signs in with a provider, the provider learns that they use this server. No call data.',
    },
  },
  captcha: {
    title: 'Captcha',
    data: {
      kept: '',
      sent: 'Browsers load the captcha on account forms, such as sign-up and password reset. Its provider receives the IP address, browser details and activity in the captcha. This server verifies the result there. No call data.',
    },
  },
  models: {
    title: 'Speech models',
    data: { kept: '', sent: 'This server downloads model files. No call data is sent.' },
  },
}

const ENGINE_LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(TRANSCRIBERS).map(([id, { label }]) => [`transcription ${id}`, label])),
  ...Object.fromEntries(Object.entries(ANALYSTS).map(([id, { label }]) => [`recap ${id}`, label])),
}

/** Where a step's data goes. */
export function getPlace({ step, by, where, hosts }: DataFlow): string {
  if (where === 'none') return 'Not used on this server.'
  if (where === 'operator') return 'On the operator’s database server.'
  if (where === 'elsewhere') return `${step === 'models' ? 'From' : 'At'} ${hosts.join(', ')}.`
  const engine = by === null ? undefined : ENGINE_LABELS[`${step} ${by}`]
  return engine === undefined
    ? 'On this server.'
    : `On this server, by ${engine.charAt(0).toLowerCase()}${engine.slice(1)}.`
}

/** The services that the operator allows. */
export function egressSentence(egress: readonly string[] | null): string {
  if (egress === null) return 'The operator hasn’t restricted which services this server may use.'
  if (egress.length === 0) return 'The operator allows no services outside this server and its database.'
  return `The operator allows only ${egress.join(', ')} and the database.`
}
