import type { Microphone, MicrophoneState } from './microphone.ts'

/** A microphone that doesn't open within this time is given up. ms */
const OPEN_MS = 5000
/** How long the replacement of the system default is reported. ms */
const NOTICE_MS = 30_000

export interface LiveMicrophoneOptions {
  /** The one to record; null: the system default. */
  chosenId: string | null
  /** @param id null: the system default. @throws the browser's error. */
  open: (id: string | null) => Promise<MediaStream>
  /** The connected microphones. */
  list: () => Promise<Microphone[]>
}

/** The microphone of a running recording, which can be changed, disconnected and plugged in again. */
export interface LiveMicrophone {
  /** Null: none is recorded. */
  stream(): MediaStream | null
  /** Called with the stream to record from then on; null: none. */
  onStream(run: (stream: MediaStream | null) => void): void
  state(): MicrophoneState
  /** Null: the system default. */
  chosenId(): string | null
  /** One that was plugged in during the recording, for the person to switch to. */
  offered(): Microphone | null
  /** Records another one; keeps the current one if that fails. Never rejects. */
  choose(id: string | null): Promise<void>
  dismissOffer(): void
  /**
   * Replaces one that was disconnected, returns to the chosen one, and offers a new one. Call it when devices change,
   * and regularly. Never rejects.
   */
  check(): Promise<void>
  close(): void
}

/** Opens the microphone to record; without one, the first that is plugged in is used. */
export async function openLiveMicrophone({ chosenId, open, list }: LiveMicrophoneOptions): Promise<LiveMicrophone> {
  let chosen = chosenId
  /** The choice that is recorded. */
  let confirmed = chosenId
  let current: MediaStream | null = null
  let report = (_stream: MediaStream | null): void => {}
  let known = await list().catch(() => [])
  let offered: Microphone | null = null
  /** The name of the one that was chosen last and can't be opened. */
  let failed: string | null = null
  /** The chosen one can't be opened: it is tried again when devices change. */
  let isRefused = false
  let isReplacing = false
  let notice: ReturnType<typeof setTimeout> | null = null
  /** The latest request to open one, which replaces earlier ones. */
  let request: object | null = null
  let isClosed = false

  function connect(stream: MediaStream): void {
    const before = current
    current = stream
    confirmed = chosen
    isRefused = chosen !== null && idOf(stream) !== chosen
    trackOf(stream)?.addEventListener('ended', () => void (stream === current && replace()), { once: true })
    report(stream)
    stop(before)
  }

  /** @returns whether it is recorded now; null: there is a later request. */
  async function attempt(id: string | null): Promise<boolean | null> {
    const own = {}
    request = own
    const stream = await openInTime(open, id)
    if (request !== own) return (stop(stream), null)
    request = null
    if (stream !== null) return (connect(stream), true)
    isRefused ||= id === chosen
    return isLive(current) || id === null ? false : attempt(null)
  }

  async function replace(): Promise<void> {
    isReplacing = true
    report(null)
    await check()
    isReplacing = false
    if (!isLive(current)) return
    if (notice !== null) clearTimeout(notice)
    notice = setTimeout(() => (notice = null), NOTICE_MS)
  }

  async function check(): Promise<void> {
    const found = await list().catch(() => known)
    if (isClosed) return
    const added = found.filter(({ id }) => !has(known, id))
    if (added.length > 0 || found.length !== known.length) isRefused = false
    known = found
    if (offered !== null && !has(known, offered.id)) offered = null
    if (isLive(current)) offered = added.findLast(({ id }) => id !== chosen && id !== idOf(current)) ?? offered
    const isBack = chosen !== null && has(known, chosen) && idOf(current) !== chosen && !isRefused
    // Without permission they have no names: asking again would only be refused.
    const isMissing = !isLive(current) && known.length > 0
    if (request === null && (isBack || isMissing)) await attempt(chosen)
  }

  await attempt(chosen)
  return {
    stream: () => (isLive(current) ? current : null),
    onStream: (run) => (report = run),
    state() {
      const used = (trackOf(current)?.label ?? '').replace(DEFAULT_PREFIX, '')
      if (isReplacing) return { is: 'recorded' }
      if (!isLive(current)) return { is: current === null ? 'absent' : 'ended' }
      if (failed !== null) return { is: 'failed', used, wanted: failed }
      const isOther = chosen === null ? notice !== null : request === null && idOf(current) !== chosen
      return isOther ? { is: 'other', used } : { is: 'recorded' }
    },
    chosenId: () => chosen,
    offered: () => offered,
    async choose(id) {
      const wanted = known.find((one) => one.id === id)?.name ?? 'System default'
      if (notice !== null) clearTimeout(notice)
      ;[offered, failed, notice, isRefused, chosen] = [null, null, null, false, id]
      if ((await attempt(id)) !== false || !isLive(current)) return
      failed = wanted
      chosen = confirmed
    },
    dismissOffer: () => (offered = null),
    check,
    close() {
      isClosed = true
      request = null
      if (notice !== null) clearTimeout(notice)
      stop(current)
    },
  }
}

/** Chromium's name of the system default: "Default - Built-in microphone". */
const DEFAULT_PREFIX = /^Default - /

/** Null if it can't be opened in time. One that comes later is closed. */
function openInTime(open: LiveMicrophoneOptions['open'], id: string | null): Promise<MediaStream | null> {
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => ((isLate = true), resolve(null)), OPEN_MS)
    open(id).then(
      (stream) => (clearTimeout(timer), isLate ? stop(stream) : resolve(stream)),
      () => (clearTimeout(timer), resolve(null)),
    )
  })
}

function trackOf(stream: MediaStream | null): MediaStreamTrack | undefined {
  return stream?.getAudioTracks()[0]
}

function idOf(stream: MediaStream | null): string | undefined {
  return trackOf(stream)?.getSettings().deviceId
}

function isLive(stream: MediaStream | null): boolean {
  return trackOf(stream)?.readyState === 'live'
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function has(microphones: readonly Microphone[], wanted: string): boolean {
  return microphones.some(({ id }) => id === wanted)
}
