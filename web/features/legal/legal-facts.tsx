import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { useCapabilities } from '../../lib/use-capabilities.ts'

/** How to reach the operator, and whether the form works here. */
export function ContactFacts() {
  const server = useCapabilities()
  return (
    <p>
      Contact us through the <LegalLink to="/#contact">contact form on the website</LegalLink>.
      {server && contactSentence(server)}
    </p>
  )
}

function contactSentence({ contact, answer_time }: Pick<Capabilities, 'contact' | 'answer_time'>): string {
  return contact
    ? ` We’ll get back to you within ${answer_time}.`
    : ' The form isn’t active on this server yet. Until then, ask the person who gave you access.'
}

const UNNAMED = 'This server’s operator hasn’t published a legal name. Ask the person who gave you access.'

/** Who runs this server, as they named themselves. Until it's known, the usual sentence holds its place. */
export function OperatorFacts() {
  const capabilities = useCapabilities()
  if (capabilities === undefined) return <p className="invisible">{UNNAMED}</p>
  const { operator } = capabilities
  return <p>{operator === null ? UNNAMED : `The operator of this server is ${operator}.`}</p>
}

/** Which AI servers receive data, or that none does. Until it's known, the usual sentence holds its place. */
export function EngineFacts() {
  const capabilities = useCapabilities()
  if (capabilities === undefined) return <p className="invisible">{engineSentences(ALL_HERE)}</p>
  return <p>{engineSentences(engineUse(capabilities))}</p>
}

const ALL_HERE: EngineUse = { transcribesSpeech: true, speechHost: null, analysisHost: null }

/** Where recordings and transcripts go, for the legal texts. */
export function engineSentences({ transcribesSpeech, speechHost, analysisHost }: EngineUse): string {
  if (speechHost === null && analysisHost === null) {
    return transcribesSpeech
      ? 'This server currently uses no third party. Speech recognition and analysis run on the server itself, and neither audio nor text leaves it. It downloads models as files and sends none of your data for that.'
      : 'This server currently uses no third party. Analysis runs on the server itself, and no text leaves it. It has no speech recognition: transcripts come from the caption files you add.'
  }
  const transfers = [
    ...(speechHost === null
      ? []
      : [
          `This server currently sends the audio of recordings to ${speechHost} for transcription. Without captions, it sends parts during the upload.`,
        ]),
    ...(analysisHost === null ? [] : [`This server currently sends transcripts to ${analysisHost} for analysis.`]),
  ]
  const hosts = [speechHost, analysisHost].filter((host) => host !== null)
  const whose = hosts.every(isThisMachine)
    ? 'That is a program on the same machine: no third party is involved.'
    : 'That is a third-party AI provider unless the operator runs it too. A provider’s own terms govern what it does with the data.'
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

/** Underlined, so that color is not the only cue. */
const LINK = 'text-accent-text underline underline-offset-4'

/** A link inside a legal text. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={LINK}>
      {children}
    </Link>
  )
}
