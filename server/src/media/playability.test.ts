import { describe, expect, it } from 'vitest'
import { planPlayable } from './playability.ts'

type Streams = Parameters<typeof planPlayable>[0]

const getTrack = (codec: string) => ({ index: 1, codec, channels: 2, onlyChannel: null })

function streams(format: string, video: string | null, audio: string | null, pixelFormat = 'yuv420p'): Streams {
  return {
    format,
    video: video === null ? null : { codec: video, pixelFormat, width: 640, height: 360 },
    audio: audio === null ? null : { codec: audio, channels: 2, sampleRate: 48_000, tracks: [getTrack(audio)] },
  }
}

const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2'
const WEBM = 'matroska,webm'

describe('conversion of a file’s streams', () => {
  it.each<[string, Streams, string]>([
    ['fitting streams are copied', streams(MP4, 'h264', 'aac'), 'mp4 copy copy'],
    ['a recorder’s VP9 and Opus stay in MP4', streams(MP4, 'vp9', 'opus'), 'mp4 copy copy'],
    ['a WebM stays WebM', streams(WEBM, 'vp9', 'opus'), 'webm copy copy'],
    ['a WebM with Vorbis gets Opus', streams(WEBM, 'vp8', 'vorbis'), 'webm copy encode'],
    ['Matroska with H.264 becomes MP4', streams(WEBM, 'h264', 'opus'), 'mp4 copy copy'],
    ['VP8 goes where it is allowed', streams('flv', 'vp8', 'aac'), 'webm copy encode'],
    ['HEVC is transcoded, its sound is not', streams(MP4, 'hevc', 'aac'), 'mp4 encode copy'],
    ['AV1 is transcoded, because many devices cannot play it', streams(MP4, 'av1', 'aac'), 'mp4 encode copy'],
    ['AV1 in WebM becomes H.264 in MP4', streams(WEBM, 'av1', 'opus'), 'mp4 encode copy'],
    ['10 bit is transcoded', streams(MP4, 'h264', 'aac', 'yuv420p10le'), 'mp4 encode copy'],
    [
      'AVI is transcoded, because it does not tell when frames are shown',
      streams('avi', 'h264', 'mp3'),
      'mp4 encode copy',
    ],
    ['PCM sound is transcoded', streams(MP4, 'h264', 'pcm_s16le'), 'mp4 copy encode'],
    ['sound alone becomes MP4', streams('wav', null, 'pcm_s16le'), 'mp4 drop encode'],
    ['a mute video stays mute', streams(WEBM, 'vp8', null), 'webm copy drop'],
  ])('%s', (_, info, plan) => {
    const { container, video, audio } = planPlayable(info)
    expect(`${container} ${video} ${audio}`).toBe(plan)
  })
})
