import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'

/** How to reach the operator, and whether the form works here. */
export function ContactFacts() {
  const server = useCapabilities()
  return (
    <p>
      Write to us with the <LegalLink to="/#contact">contact form on the website</LegalLink>.
      {server && contactSentence(server)}
    </p>
  )
}

function contactSentence({ contact, answer_time }: Pick<Capabilities, 'contact' | 'answer_time'>): string {
  return contact
    ? ` We get back to you within ${answer_time}.`
    : ' The form is not active on this server yet; until it is, please turn to whoever gave you access.'
}

/** Who runs this server, as they named themselves. */
export function OperatorFacts() {
  const capabilities = useCapabilities()
  if (capabilities === undefined) return <SkeletonLines widths={['72%']} />
  const { operator } = capabilities
  return (
    <p>
      {operator === null
        ? 'The operator has given no name here; whoever gave you access knows it.'
        : `The operator of this server is ${operator}.`}
    </p>
  )
}

/** Which AI server gets what here, or that none does: as it is set up now. */
export function EngineFacts() {
  const capabilities = useCapabilities()
  if (capabilities === undefined) return <SkeletonLines widths={['100%', '96%', '40%']} />
  return <p>{engineSentences(engineUse(capabilities))}</p>
}

/** Where recordings and transcripts go, for the legal texts. */
export function engineSentences({ transcribesSpeech, speechHost, analysisHost }: EngineUse): string {
  if (speechHost === null && analysisHost === null) {
    return `As this server is set up now, no third party takes part: ${transcribesSpeech ? 'speech recognition and analysis run' : 'the analysis runs'} on the server itself, and neither sound nor text leaves it. Models for it are fetched as files; nothing of yours is sent for that.${transcribesSpeech ? '' : ' It has no speech recognition; transcripts come from the caption files that you add.'}`
  }
  const parts = [
    ...(speechHost === null
      ? []
      : [
          `the sound of a recording is sent to ${speechHost} to be transcribed, in parts while it is uploaded where no captions come with it`,
        ]),
    ...(analysisHost === null ? [] : [`its transcript is sent to ${analysisHost} to be analysed`]),
  ]
  const hosts = [speechHost, analysisHost].filter((host) => host !== null)
  const whose = hosts.every(isThisMachine)
    ? 'That is a program on the same machine: no third party takes part.'
    : 'That is a third-party AI provider unless the operator runs it too; what a provider does with it is governed by its own terms.'
  return `As this server is set up now, ${parts.join(', and ')}. ${whose} The video itself is not sent.`
}

/** By its name only: what is passed on from there is not known. */
function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)
}

/** Where a call goes on this server. A host is null when the work stays here. */
interface EngineUse {
  /** False: no speech engine is ready, transcripts come from caption files. */
  transcribesSpeech: boolean
  /** Gets the sound. */
  speechHost: string | null
  /** Gets the transcript. */
  analysisHost: string | null
}

/** What the first ready engines, those in use, send where. */
export function engineUse({ transcribers, analysts }: Pick<Capabilities, 'transcribers' | 'analysts'>): EngineUse {
  const speech = transcribers.find(({ ready }) => ready)
  const analysis = analysts.find(({ ready }) => ready)
  return {
    transcribesSpeech: speech !== undefined,
    speechHost: speech?.sends_to ?? null,
    analysisHost: analysis?.sends_to ?? null,
  }
}

/** Set apart from the text by a line under it, not only by its colour. */
const LINK = 'text-accent-text underline underline-offset-4'

/** A link inside a legal text. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={LINK}>
      {children}
    </Link>
  )
}
