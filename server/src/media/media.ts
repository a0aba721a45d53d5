/** Facts about a media file. */
export interface MediaInfo {
  /** Container family as ffprobe names it, for example `mov,mp4,m4a,3gp,3g2,mj2`. */
  format: string
  /** Milliseconds; null when the container does not say (a recorder's WebM). */
  durationMs: number | null
  video: { codec: string; pixelFormat: string | null; width: number; height: number } | null
  /** `codec`, `channels` and `sampleRate` are those of the first track. */
  audio: { codec: string; channels: number; sampleRate: number; tracks: SoundTrack[] } | null
  /** Text subtitle tracks, by stream index. */
  subtitles: { index: number; codec: string; language: string | null }[]
  /**
   * True when a player can start and seek without the whole file (MP4: moov before mdat and not fragmented; WebM:
   * cues).
   */
  seekable: boolean
  /** True when browsers play and seek the file as it is, without conversion. */
  playable: boolean
}

/** An audio track that this server can decode. */
export interface SoundTrack {
  /** The stream's index in its file. */
  index: number
  codec: string
  channels: number
  /** The only channel to use, because the two cancel each other out in mono; null: all of them. */
  onlyChannel: 0 | 1 | null
}

/** What every tool run takes: `onProgress` gets 0–1 as the tool reports it. */
export interface ToolOptions {
  signal: AbortSignal
  onProgress?: (fraction: number) => void
}

/** A time range of the recording, ms. */
export interface TimeRange {
  startMs: number
  endMs: number
}

/**
 * Reads and converts untrusted media in bounded child processes. Every method rejects with PermanentFailure (with a
 * message for the rep) when the file is the reason.
 */
export interface Media {
  /** @throws PermanentFailure when the bytes are not audio or video that this server accepts. */
  probe(path: string, options: ToolOptions): Promise<MediaInfo>
  /**
   * Measures the audio of a probed file: drops tracks that are silent or can't be decoded, if another one remains, and
   * finds channels that cancel each other out. `range`: only this time range.
   */
  measureSound(path: string, info: MediaInfo, options: ToolOptions & { range?: TimeRange }): Promise<MediaInfo>
  /** Milliseconds of the recording that can be read, where a damaged file claims to be longer. */
  held(path: string, info: MediaInfo, options: ToolOptions): Promise<number>
  /** Decodes a recording from end to end. @returns where video or audio is damaged, in order. */
  damagedRanges(path: string, options: ToolOptions): Promise<TimeRange[]>
  /**
   * Writes a file that browsers play and seek: copies streams that already fit, transcodes the others, and mixes
   * several audio tracks.
   * @returns what was written to `outputBase + '.' + extension`, its contents, and whether ffmpeg reported errors.
   */
  makePlayable(
    path: string,
    info: MediaInfo,
    outputBase: string,
    options: ToolOptions,
  ): Promise<{ path: string; extension: 'mp4' | 'webm'; info: MediaInfo; hasErrors: boolean }>
  /**
   * Re-encodes the recording at its full length in a form that browsers play, black and silent in these ranges.
   * @returns as makePlayable.
   */
  redact(
    path: string,
    info: MediaInfo,
    ranges: readonly TimeRange[],
    outputBase: string,
    options: ToolOptions,
  ): Promise<{ path: string; extension: 'mp4' | 'webm'; info: MediaInfo }>
  /**
   * Writes a JPEG at most 1280 px wide of a distinctive frame, or of the audio's waveform; false when there is neither.
   */
  poster(path: string, info: MediaInfo, output: string, options: ToolOptions): Promise<boolean>
  /**
   * Writes 16 kHz mono 16-bit PCM WAV with the plain 44-byte header, a mix of all tracks. For a file that has not fully
   * arrived, the audio received so far. `range`: only this time range, as far as there is audio. `info`: from
   * `measureSound`.
   */
  extractAudio(
    path: string,
    output: string,
    options: ToolOptions & { range?: TimeRange; info?: MediaInfo },
  ): Promise<void>
  /** Text of an embedded subtitle track as WebVTT. */
  extractSubtitles(path: string, streamIndex: number, options: ToolOptions): Promise<string>
  /** Silences of a WAV written by extractAudio. */
  silences(wavPath: string, options: ToolOptions): Promise<TimeRange[]>
  /** Cuts a time range of a WAV into a 32 kbit/s mono MP3 for a speech service. */
  cutSpeech(wavPath: string, range: TimeRange, output: string, options: ToolOptions): Promise<void>
}
