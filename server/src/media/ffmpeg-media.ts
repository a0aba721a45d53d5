import { cutSpeech, extractAudio, extractSubtitles, findSilences } from './ffmpeg-audio.ts'
import { findDamagedRanges } from './ffmpeg-decode.ts'
import { readHeld } from './ffmpeg-held.ts'
import { makePlayable, makeRedacted } from './ffmpeg-playable.ts'
import { writePoster } from './ffmpeg-poster.ts'
import { probeMedia } from './ffmpeg-probe.ts'
import type { FfmpegPrograms } from './ffmpeg-run.ts'
import { measureSound } from './ffmpeg-sound.ts'
import type { Media } from './media.ts'

/** The media port using the ffmpeg and ffprobe programs at these absolute paths. */
export function createFfmpegMedia(programs: FfmpegPrograms): Media {
  const { ffmpeg, ffprobe } = programs
  return {
    probe: (path, options) => probeMedia(ffprobe, path, options),
    damagedRanges: (path, options) => findDamagedRanges(programs, path, options),
    held: (path, info, options) => readHeld(ffprobe, path, info, options),
    makePlayable: (path, info, outputBase, options) => makePlayable(programs, path, info, outputBase, options),
    redact: (path, info, ranges, outputBase, options) =>
      makeRedacted(programs, path, info, ranges, outputBase, options),
    poster: (path, info, output, options) => writePoster(ffmpeg, path, info, output, options),
    measureSound: (path, info, options) => measureSound(ffmpeg, path, info, options),
    async extractAudio(path, output, options) {
      const { signal, range } = options
      const measure = async () =>
        measureSound(ffmpeg, path, await probeMedia(ffprobe, path, options), { signal, ...(range && { range }) })
      await extractAudio(ffmpeg, path, options.info ?? (await measure()), output, options)
    },
    extractSubtitles: (path, streamIndex, options) => extractSubtitles(ffmpeg, path, streamIndex, options),
    silences: (wavPath, options) => findSilences(ffmpeg, wavPath, options),
    cutSpeech: (wavPath, range, output, options) => cutSpeech(ffmpeg, wavPath, range, output, options),
  }
}
