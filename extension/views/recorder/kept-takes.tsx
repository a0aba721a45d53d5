import { Download, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { formatClock, formatMegabytes, formatMoment, formatTimeOfDay } from '@callfolio/shared/format.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { TitleEditor } from '@callfolio/shared/ui/title-editor.tsx'
import { leadsOn, WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { isEmptyTake, type KeptTake, type OwnTake } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'
import { WAY_OUT_LINKS } from '../web-link.tsx'
import { CallCard } from '../uploads/call-card.tsx'
import { describeSending, sentShare } from './sending.ts'

export interface KeptTakesProps {
  recorder: RecorderClient
  /** From `useRecorder(recorder).kept`. */
  takes: KeptTake[]
  /** Calls being sent are shown without their actions. */
  compact?: boolean
}

/**
 * Recordings that are not a microsite yet: being sent, or offered as Resume upload, Download, Delete. Empty when
 * there are none.
 */
export function KeptTakes({ recorder, takes, compact = false }: KeptTakesProps) {
  if (takes.length === 0) return null
  const waiting = takes.filter(isSignedOut)
  const shown = takes.filter((take) => !isSignedOut(take))
  return (
    <section aria-label="Saved recordings" className="grid grid-cols-1 gap-2">
      <h2 className={takes.every(isSentNow) ? 'sr-only' : 'text-15 font-semibold'}>{headingFor(takes)}</h2>
      <ul className="grid grid-cols-1 gap-2">
        {waiting.length > 0 && (
          <li className="rounded border border-line p-3 text-13">
            {waiting.length === 1
              ? 'A recording is saved on this computer. Sign in to upload it.'
              : `${waiting.length} recordings are saved on this computer. Sign in to upload them.`}
          </li>
        )}
        {shown.map((take) => (
          <li key={take.id} className="grid grid-cols-1 gap-2 rounded border border-line p-3">
            {!take.isOwn ? (
              <p className="text-13">
                A recording from another account is saved here. Sign in with that account to see it.
              </p>
            ) : isEmptyTake(take) ? (
              <EmptyTake recorder={recorder} take={take} />
            ) : sendingNow(take) ? (
              <SentTake recorder={recorder} take={take} compact={compact} />
            ) : (
              <>
                <Take recorder={recorder} take={take} />
                <TakeActions recorder={recorder} take={take} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function isSignedOut(take: KeptTake): boolean {
  return !take.isOwn && take.isSignedOut
}

function headingFor(takes: readonly KeptTake[]): string {
  const kept = takes.filter((take) => !isEmptyTake(take)).length
  if (kept === 0) return 'Last recording'
  return kept === 1 ? 'Saved recording' : `${kept} saved recordings`
}

/** Whether a recording is on its way to the server. */
export function isSentNow(take: KeptTake): boolean {
  return take.isOwn && !isEmptyTake(take) && sendingNow(take)
}

/** Shown where recordings start: a call on its way to the server, why one is missing, or that one waits for a sign-in. */
export function isJustStopped(take: KeptTake): boolean {
  return isEmptyTake(take) || isSentNow(take) || isSignedOut(take)
}

/** A recording on its way to the server. */
function SentTake({ recorder, take, compact }: { recorder: RecorderClient; take: OwnTake; compact: boolean }) {
  const { id, title, bytes, sending, link } = take
  return (
    <>
      <CallCard
        micrositeId={id}
        title={title.text || 'Recording'}
        heading={!compact && <Take recorder={recorder} take={take} />}
        status={describeSending(sending, bytes)}
        percent={sentShare(sending, bytes)}
        link={link ? { url: sending.shareUrl, isCopied: sending.isCopied } : 'none'}
        isWaiting={sending.failure !== null}
      />
      {!compact && <TakeActions recorder={recorder} take={take} />}
    </>
  )
}

/** Why a requested recording is missing. */
function EmptyTake({
  recorder,
  take: { id, startedAt, interrupted, note },
}: {
  recorder: RecorderClient
  take: OwnTake
}) {
  const why = note ?? (interrupted ? 'The browser closed before anything was recorded.' : null)
  return (
    <>
      <div className="grid grid-cols-1 gap-1 text-13">
        <p className="font-medium">Nothing was recorded</p>
        <p className="text-muted tabular-nums">{formatMoment(new Date(startedAt).toISOString())}</p>
        {why !== null && <p>{why}</p>}
      </div>
      <div>
        <button type="button" className={buttonClass('secondary', 'sm')} onClick={() => void recorder.deleteTake(id)}>
          Dismiss
        </button>
      </div>
    </>
  )
}

/** Its page exists, or comes with the server's next answer. */
function sendingNow({ sending: { state } }: Pick<OwnTake, 'sending'>): boolean {
  return state === 'sending' || state === 'waiting'
}

function Take({ recorder, take }: { recorder: RecorderClient; take: OwnTake }) {
  const {
    id,
    title,
    source,
    startedAt,
    durationMs,
    missingMs,
    bytes,
    lacksPicture,
    interrupted,
    savedUntil,
    note,
    sending,
  } = take
  const facts = [
    formatMoment(new Date(startedAt).toISOString()),
    formatClock(durationMs),
    source === 'captions' ? 'captions only' : formatMegabytes(bytes),
  ]
  return (
    <div className="grid grid-cols-1 gap-1 text-13">
      <TitleEditor title={title.text} placeholder="Recording" onSave={(text) => recorder.renameTake(id, text)} />
      <p className="text-muted tabular-nums">{facts.join(' · ')}</p>
      {interrupted && (
        <p>
          The browser closed during this recording. Everything up to{' '}
          {savedUntil === null ? 'then' : formatTimeOfDay(savedUntil)} is saved.
        </p>
      )}
      {note !== null && <p>{note}</p>}
      {lacksPicture && <p>Video is missing or incomplete. Audio is saved.</p>}
      {missingMs >= MENTIONED_MS && <p>{describeMissing(missingMs, interrupted)}</p>}
      {!sendingNow({ sending }) && sending.failure !== null && (
        <p className="text-muted tabular-nums">{describeSending(sending, bytes)}</p>
      )}
    </div>
  )
}

/** Less than this is the end of the last second. */
const MENTIONED_MS = 1000
/** From here on it is given in minutes. */
const MINUTES_MS = 120_000

/** How much of the recording is missing; for an interrupted one, the missing part is its end. */
function describeMissing(ms: number, interrupted: boolean): string {
  const isLong = ms >= MINUTES_MS
  const count = isLong ? Math.round(ms / 60_000) : Math.ceil(ms / 1000)
  const unit = isLong ? 'minutes' : count === 1 ? 'second' : 'seconds'
  const were = count === 1 ? ['was', 'is'] : ['were', 'are']
  return interrupted
    ? `The last ${count} ${unit} ${were[0]} not written to disk and ${were[1]} missing.`
    : `${count} ${unit} ${were[1]} missing: this computer was too busy to record them.`
}

function TakeActions({ recorder, take }: { recorder: RecorderClient; take: OwnTake }) {
  const { id, source, sending, title } = take
  const [isDeleting, setDeleting] = useState(false)
  if (isDeleting) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p role="alert" className="w-full text-13 font-medium">
          Delete this recording? This can’t be undone.
        </p>
        <button type="button" className={buttonClass('danger', 'sm')} onClick={() => void recorder.deleteTake(id)}>
          Delete
        </button>
        <button type="button" className={buttonClass('secondary', 'sm')} onClick={() => setDeleting(false)}>
          Keep
        </button>
      </div>
    )
  }
  const canSend = sending.state === 'idle' || sending.state === 'refused'
  const { failure } = sending
  const leads = failure !== null && leadsOn({ failure, links: WAY_OUT_LINKS })
  return (
    <div className="flex flex-wrap gap-1">
      {failure && <WayOutLink failure={failure} links={WAY_OUT_LINKS} className={buttonClass('primary', 'sm')} />}
      {canSend && (
        <button
          type="button"
          className={buttonClass(leads ? 'secondary' : 'primary', 'sm')}
          onClick={() => void recorder.sendTake(id)}
        >
          <Upload size={14} aria-hidden />
          Resume upload
        </button>
      )}
      {source !== 'captions' && (
        <button
          type="button"
          className={buttonClass('secondary', 'sm')}
          onClick={() => void recorder.downloadTake(take)}
        >
          <Download size={14} aria-hidden />
          Download
        </button>
      )}
      <button
        type="button"
        aria-label={`Delete ${title.text || 'the recording'}`}
        className={buttonClass('quiet', 'sm')}
        onClick={() => setDeleting(true)}
      >
        <Trash2 size={14} aria-hidden />
        Delete…
      </button>
    </div>
  )
}
