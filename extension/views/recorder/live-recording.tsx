import { Flag, Mic, MicOff, Pause, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { formatClock } from '@callfolio/shared/format.ts'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import type { LiveRecording as Live } from '../../messaging/recording-protocol.ts'
import { TitleEditor } from '@callfolio/shared/ui/title-editor.tsx'
import type { Microphone } from '../../recording/capture/microphone.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'
import { describeTitle } from '../../recording/control/recording-title.ts'
import { CallCard } from '../uploads/call-card.tsx'
import { LevelMeter } from './level-meter.tsx'
import { LiveMicrophoneChoice } from './microphone-choice.tsx'
import { Participants } from './participants.tsx'
import { describeSending, sentShare } from './sending.ts'

export interface LiveRecordingProps {
  recorder: RecorderClient
  /** From `useRecorder(recorder).live`. */
  live: Live
}

/** The running recording's card; from Stop on, that of the call it becomes. */
export function LiveRecording({ recorder, live }: LiveRecordingProps) {
  const [isDiscarding, setDiscarding] = useState(false)
  // A busy engine may answer late.
  const [stoppedId, setStoppedId] = useState<string | null>(null)
  const stop = () => {
    setStoppedId(live.recordingId)
    recorder.stop()
  }
  if (live.state === 'discarding') return <p role="status">Discarding...</p>
  if (live.state === 'stopping' || (stoppedId === live.recordingId && live.state !== 'starting'))
    return <StoppedCall live={live} />
  const { shareUrl } = live.sending
  return (
    <section aria-label="Recording" className="grid grid-cols-1 gap-3 rounded border border-line-strong p-4">
      <Clock live={live} />
      <TitleEditor
        title={live.title.text}
        placeholder="No title yet"
        note={describeTitle(live.title, true)}
        onSave={async (title) => recorder.rename(title)}
      />
      <Participants names={live.participants} />
      {live.source !== 'captions' && live.state !== 'starting' && <Levels recorder={recorder} live={live} />}
      {live.microphone?.offered && <MicrophoneOffer recorder={recorder} offered={live.microphone.offered} />}
      {live.warnings.length > 0 && (
        <ul aria-live="polite" className="grid gap-1 rounded bg-surface px-3 py-2 text-13">
          {live.warnings.map(({ kind, text }) => (
            <li key={kind}>{text}</li>
          ))}
        </ul>
      )}
      <ul className="grid gap-0.5 text-13 text-muted tabular-nums">
        {live.captions !== null && <li>{live.captions}</li>}
        {live.source !== 'captions' && live.state !== 'starting' && (
          <li>{describeSending(live.sending, live.bytes)}</li>
        )}
      </ul>
      <ChatNotice />
      {shareUrl !== null && (
        <p className="truncate text-13 text-muted">We’ll copy this link when you stop: {shareUrl}</p>
      )}
      {isDiscarding ? (
        <Discard recorder={recorder} onKeep={() => setDiscarding(false)} />
      ) : (
        <Controls recorder={recorder} live={live} onStop={stop} onDiscard={() => setDiscarding(true)} />
      )}
    </section>
  )
}

const COPIED_MS = 2000
const CHAT_NOTICE = 'I’m recording this call.'

/** For the call's chat: everyone should know. */
function ChatNotice() {
  const { state, copy } = useCopy(COPIED_MS)
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-13 text-muted">
      <span>For the chat: “{CHAT_NOTICE}”</span>
      <button type="button" className={TEXT_LINK} onClick={() => void copy(CHAT_NOTICE)}>
        {state === 'copied' ? 'Copied' : 'Copy'}
        <span className="sr-only"> text for the chat</span>
      </button>
    </p>
  )
}

/** The last pieces are being written to disk. */
function StoppedCall({ live: { recordingId, title, sending, bytes, link } }: Pick<LiveRecordingProps, 'live'>) {
  return (
    <section aria-label="Recording" className="rounded border border-line-strong p-3">
      <CallCard
        micrositeId={recordingId}
        title={title.text || 'Recording'}
        status="Saving..."
        percent={sentShare(sending, bytes)}
        link={link ? { url: sending.shareUrl, isCopied: sending.isCopied } : 'none'}
        isWaiting={sending.failure !== null}
      />
    </section>
  )
}

function Clock({ live: { state, elapsedMs } }: Pick<LiveRecordingProps, 'live'>) {
  return (
    <p className="flex items-center gap-3">
      <span
        aria-hidden
        className={`size-3 shrink-0 rounded-full ${state === 'recording' ? 'animate-breathe bg-danger-fill' : 'border-2 border-danger'}`}
      />
      {state !== 'starting' && <span className="text-28 font-semibold tabular-nums">{formatClock(elapsedMs)}</span>}
      <span className={state === 'starting' ? 'text-28 font-semibold' : 'text-15 font-medium text-muted'}>
        {STATE_NAMES[state]}
      </span>
    </p>
  )
}

const STATE_NAMES = {
  starting: 'Starting...',
  recording: 'Recording',
  paused: 'Paused',
  stopping: 'Saving...',
  discarding: 'Discarding...',
} as const

function Levels({ recorder, live: { levels, muted, microphone } }: LiveRecordingProps) {
  return (
    <div className="grid gap-2">
      <LevelMeter name="Call" level={levels.tab} absent="not shared" />
      <LevelMeter name="You" level={muted ? null : levels.microphone} absent={muted ? 'muted' : 'not recorded'} />
      {microphone !== null && (
        <div className="grid grid-cols-1 pl-14">
          <LiveMicrophoneChoice id={microphone.chosenId} onChange={(id) => recorder.chooseMicrophone(id)} />
        </div>
      )}
    </div>
  )
}

/** A microphone that was plugged in: it is never switched to without a click. */
function MicrophoneOffer({ recorder, offered: { id, name } }: { recorder: RecorderClient; offered: Microphone }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-2 rounded border border-line bg-surface px-3 py-2 text-13">
      <p>Switch to “{name}”?</p>
      <div className="flex gap-1">
        <Button variant="secondary" size="sm" onClick={() => recorder.chooseMicrophone(id)}>
          <Mic size={14} aria-hidden />
          Switch
        </Button>
        <Button variant="quiet" size="sm" onClick={() => recorder.dismissMicrophone()}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}

function Controls({
  recorder,
  live: { state, muted, levels, marks },
  onStop,
  onDiscard,
}: LiveRecordingProps & { onStop: () => void; onDiscard: () => void }) {
  const isPaused = state === 'paused'
  return (
    <div className="grid gap-2">
      <Button variant="danger" onClick={onStop}>
        <Square size={14} fill="currentColor" aria-hidden />
        {state === 'starting' ? 'Stop' : 'Stop and upload'}
      </Button>
      <div className="flex flex-wrap gap-1">
        {state !== 'starting' && (
          <Button variant="secondary" size="sm" onClick={() => (isPaused ? recorder.resume() : recorder.pause())}>
            {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        {state !== 'starting' && (
          <Button variant="secondary" size="sm" onClick={() => recorder.mark()}>
            <Flag size={14} aria-hidden />
            {marks === 0 ? 'Mark' : `Mark ${marks + 1}`}
          </Button>
        )}
        {levels.microphone !== null && (
          <Button variant="secondary" size="sm" onClick={() => recorder.mute(!muted)}>
            {muted ? <Mic size={14} aria-hidden /> : <MicOff size={14} aria-hidden />}
            {muted ? 'Unmute' : 'Mute'}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onDiscard} className="-mr-3 ml-auto">
          Discard…
        </Button>
      </div>
    </div>
  )
}

function Discard({ recorder, onKeep }: { recorder: RecorderClient; onKeep: () => void }) {
  return (
    <div className="grid gap-2">
      <p role="alert" className="font-medium">
        Discard this recording? This can’t be undone.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" size="sm" onClick={() => recorder.discard()}>
          Discard
        </Button>
        <Button variant="secondary" size="sm" onClick={onKeep}>
          Keep recording
        </Button>
      </div>
    </div>
  )
}
