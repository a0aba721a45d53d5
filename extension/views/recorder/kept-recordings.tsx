import { Download, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { formatClock, formatMegabytes, formatMoment, formatTimeOfDay } from '@callfolio/shared/format.ts'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { TitleEditor } from '@callfolio/shared/ui/title-editor.tsx'
import { leadsOn, WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { isEmptyRecording, type KeptRecording, type OwnRecording } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'
import { WAY_OUT_LINKS } from '../web-link.tsx'
import { CallCard } from '../uploads/call-card.tsx'
import { describeSending, sentShare } from './sending.ts'

export interface KeptRecordingsProps {
  recorder: RecorderClient
  /** From `useRecorder(recorder).kept`. */
  recordings: KeptRecording[]
  /** Calls being sent are shown without their actions. */
  compact?: boolean
}

/**
 * Recordings that are not a microsite yet: being sent, or offered as Resume upload, Download, Delete. Empty when
 * there are none.
 */
export function KeptRecordings({ recorder, recordings, compact = false }: KeptRecordingsProps) {
  if (recordings.length === 0) return null
  const waiting = recordings.filter(isSignedOut)
  const shown = recordings.filter((recording) => !isSignedOut(recording))
  return (
    <section aria-label="Saved recordings" className="grid grid-cols-1 gap-2">
      <h2 className={recordings.every(isSentNow) ? 'sr-only' : 'text-15 font-semibold'}>{headingFor(recordings)}</h2>
      <ul className="grid grid-cols-1 gap-2">
        {waiting.length > 0 && (
          <li className="rounded border border-line p-3 text-13">
            {waiting.length === 1
              ? 'A recording is saved on this computer. Sign in to upload it.'
              : `${waiting.length} recordings are saved on this computer. Sign in to upload them.`}
          </li>
        )}
        {shown.map((recording) => (
          <li key={recording.id} className="grid grid-cols-1 gap-2 rounded border border-line p-3">
            {!recording.isOwn ? (
              <p className="text-13">
                A recording from another account is saved here. Sign in with that account to see it.
              </p>
            ) : isEmptyRecording(recording) ? (
              <EmptyRecording recorder={recorder} recording={recording} />
            ) : sendingNow(recording) ? (
              <SentRecording recorder={recorder} recording={recording} compact={compact} />
            ) : (
              <>
                <Recording recorder={recorder} recording={recording} />
                <RecordingActions recorder={recorder} recording={recording} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function isSignedOut(recording: KeptRecording): boolean {
  return !recording.isOwn && recording.isSignedOut
}

function headingFor(recordings: readonly KeptRecording[]): string {
  const kept = recordings.filter((recording) => !isEmptyRecording(recording)).length
  if (kept === 0) return 'Last recording'
  return kept === 1 ? 'Saved recording' : `${kept} saved recordings`
}

/** Whether a recording is on its way to the server. */
export function isSentNow(recording: KeptRecording): boolean {
  return recording.isOwn && !isEmptyRecording(recording) && sendingNow(recording)
}

/** Shown where recordings start: a call on its way to the server, why one is missing, or that one waits for a sign-in. */
export function isJustStopped(recording: KeptRecording): boolean {
  return isEmptyRecording(recording) || isSentNow(recording) || isSignedOut(recording)
}

/** A recording on its way to the server. */
function SentRecording({
  recorder,
  recording,
  compact,
}: {
  recorder: RecorderClient
  recording: OwnRecording
  compact: boolean
}) {
  const { id, title, bytes, sending, link } = recording
  return (
    <>
      <CallCard
        micrositeId={id}
        title={title.text || 'Recording'}
        heading={!compact && <Recording recorder={recorder} recording={recording} />}
        status={describeSending(sending, bytes)}
        percent={sentShare(sending, bytes)}
        link={link ? { url: sending.shareUrl, isCopied: sending.isCopied } : 'none'}
        isWaiting={sending.failure !== null}
      />
      {!compact && <RecordingActions recorder={recorder} recording={recording} />}
    </>
  )
}

/** Why a requested recording is missing. */
function EmptyRecording({
  recorder,
  recording: { id, startedAt, interrupted, note },
}: {
  recorder: RecorderClient
  recording: OwnRecording
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
        <Button variant="secondary" size="sm" onClick={() => void recorder.deleteRecording(id)}>
          Dismiss
        </Button>
      </div>
    </>
  )
}

/** Its page exists, or comes with the server's next answer. */
function sendingNow({ sending: { state } }: Pick<OwnRecording, 'sending'>): boolean {
  return state === 'sending' || state === 'waiting'
}

function Recording({ recorder, recording }: { recorder: RecorderClient; recording: OwnRecording }) {
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
  } = recording
  const facts = [
    formatMoment(new Date(startedAt).toISOString()),
    formatClock(durationMs),
    source === 'captions' ? 'captions only' : formatMegabytes(bytes),
  ]
  return (
    <div className="grid grid-cols-1 gap-1 text-13">
      <TitleEditor title={title.text} placeholder="Recording" onSave={(text) => recorder.renameRecording(id, text)} />
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
    ? `The last ${count} ${unit} ${were[1]} missing.`
    : `${count} ${unit} ${were[1]} missing: this computer was too busy to record them.`
}

function RecordingActions({ recorder, recording }: { recorder: RecorderClient; recording: OwnRecording }) {
  const { id, source, sending, title } = recording
  const [isDeleting, setDeleting] = useState(false)
  if (isDeleting) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p role="alert" className="w-full text-13 font-medium">
          Delete this recording? This can’t be undone.
        </p>
        <Button variant="danger" size="sm" onClick={() => void recorder.deleteRecording(id)}>
          Delete
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setDeleting(false)}>
          Keep recording
        </Button>
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
        <Button variant={leads ? 'secondary' : 'primary'} size="sm" onClick={() => void recorder.sendRecording(id)}>
          <Upload size={14} aria-hidden />
          Resume upload
        </Button>
      )}
      {source !== 'captions' && (
        <Button variant="secondary" size="sm" onClick={() => void recorder.downloadRecording(recording)}>
          <Download size={14} aria-hidden />
          Download
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Delete ${title.text || 'the recording'}`}
        onClick={() => setDeleting(true)}
      >
        <Trash2 size={14} aria-hidden />
        Delete…
      </Button>
    </div>
  )
}
