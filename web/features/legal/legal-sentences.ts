import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { FactName } from './legal-text.ts'

const UNNAMED = 'This server’s operator hasn’t published a legal name. Ask the person who gave you access.'

/** What a legal text says about this server. */
export function factSentence(fact: FactName, server: Capabilities): string {
  if (fact === 'engines') return engineSentences(engineUse(server))
  if (fact === 'operator')
    return server.operator === null ? UNNAMED : `The operator of this server is ${server.operator}.`
  return server.contact
    ? ` We’ll get back to you within ${server.answer_time}.`
    : ' The form isn’t active on this server yet. Ask the person who gave you access.'
}

/** The usual sentences, which hold the place of a server’s own until they are known. */
export const USUAL_SENTENCES = {
  operator: UNNAMED,
  engines: engineSentences({ transcribesSpeech: true, speechHost: null, analysisHost: null }),
} as const

/** Where recordings and transcripts go, for the legal texts. */
export function engineSentences({ transcribesSpeech, speechHost, analysisHost }: EngineUse): string {
  if (speechHost === null && analysisHost === null) {
    return transcribesSpeech
      ? 'This server currently uses no third party for AI processing. It creates transcripts and recaps itself, and sends neither audio nor text elsewhere for this. It downloads models as files, without sending your data.'
      : 'This server currently uses no third party for AI processing. It creates recaps itself, and sends no text elsewhere for this. It can’t transcribe: transcripts come from the caption files you add.'
  }
  const transfers = [
    ...(speechHost === null
      ? []
      : [
          `If a recording has no captions, this server sends its audio to ${speechHost} for transcription, in parts, usually during the upload, with the title, the description and names likely to be said. It sends audio again when the owner asks for a new transcript.`,
        ]),
    ...(analysisHost === null
      ? []
      : [
          `This server sends transcripts with their title, description and participants’ names to ${analysisHost} for recaps.`,
        ]),
  ]
  const hosts = [speechHost, analysisHost].filter((host) => host !== null)
  const names = [...new Set(hosts)].join(' and ')
  const [provider, program] =
    new Set(hosts).size > 1
      ? ['are third-party AI providers unless the operator runs them too', 'are programs']
      : ['is a third-party AI provider unless the operator runs it too', 'is a program']
  const whose = hosts.every(isThisMachine)
    ? `${names} ${program} on the same machine: no third party is involved.`
    : `${names} ${provider}. A provider’s own terms govern what it does with the data.`
  return `${transfers.join(' ')} ${whose} The video itself is not sent.`
}

/** Judged by its name only: whether that host passes data on is unknown. */
function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)
}

/** Where this server sends a call. A host is null when the work stays here. */
interface EngineUse {
  /** False: no speech engine is ready, transcripts come from caption files. */
  transcribesSpeech: boolean
  /** Gets the audio. */
  speechHost: string | null
  /** Gets the transcript. */
  analysisHost: string | null
}

/** Where the first ready engines, the ones in use, send data. */
export function engineUse({ transcribers, analysts }: Pick<Capabilities, 'transcribers' | 'analysts'>): EngineUse {
  const speech = transcribers.find(({ ready }) => ready)
  const analysis = analysts.find(({ ready }) => ready)
  return {
    transcribesSpeech: speech !== undefined,
    speechHost: speech?.sends_to ?? null,
    analysisHost: analysis?.sends_to ?? null,
  }
}
