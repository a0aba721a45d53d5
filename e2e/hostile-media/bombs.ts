import { readFile, writeFile } from 'node:fs/promises'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { makeMedia } from '../fixtures/media.ts'
import { CAPTION_BOMBS } from './caption-bombs.ts'
import { noRecording, type Recipe } from './recipe.ts'
import { uint32 } from './bytes.ts'

const SECONDS_PER_HOUR = 3600

/** Hours of silence or black in a small file. @param args of ffmpeg, before the output. */
function long(name: string, end: string, hours: number, args: (seconds: number) => string[]): Recipe {
  return {
    name: `${name} of ${hours} h`,
    filename: `call.${end}`,
    hours,
    make: async (path) => {
      await makeMedia(path, ...args(hours * SECONDS_PER_HOUR), '-f', FORMATS[end] ?? end)
    },
  }
}

const FORMATS: Record<string, string> = { mkv: 'matroska' }
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const lavfi = (seconds: number, source: string) => ['-f', 'lavfi', '-t', `${seconds}`, '-i', source]
const silence = (seconds: number, rate = 8000) => lavfi(seconds, `anullsrc=r=${rate}:cl=mono`)
const colour = (seconds: number, rate: string, size = '64x36') => lavfi(seconds, `color=c=red:s=${size}:r=${rate}`)
const FLAC = '-c:a flac -compression_level 0 -frame_size 65535'.split(' ')
const OPUS = '-c:a libopus -b:a 6k -compression_level 0'.split(' ')

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))])
}

/** A grey PNG, all black: the whole picture is some kilobytes. @param padding bytes of an ignored chunk. */
function blackPng(width: number, height: number, padding = 0): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.of(8, 0, 0, 0, 0)])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('tEXt', Buffer.alloc(padding, 'a')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture alone, or as the only frame of a recording whose header states a small one. */
function pictureBomb(width: number, height: number, end: 'mkv' | 'mov' | null): Recipe {
  return {
    name: `picture of ${width}x${height}${end === null ? '' : ` in ${end}`}`,
    filename: `call.${end ?? 'mp4'}`,
    ...(end === null && { noRecording: true as const }),
    async make(path) {
      const bomb = blackPng(width, height)
      if (end === null) return writeFile(path, bomb)
      const stand = blackPng(64, 64, bomb.length - blackPng(64, 64).length)
      const png = `${path}.png`
      await writeFile(png, stand)
      // One frame that lasts ten seconds, because a very short recording is refused.
      await makeMedia(path, '-framerate', '1/10', '-i', png, '-c', 'copy', '-f', FORMATS[end] ?? end)
      const container = await readFile(path)
      const at = container.indexOf(stand)
      if (at < 0) throw new Error('the picture is not in the container as it was')
      container.set(bomb, at)
      return writeFile(path, container)
    },
  }
}

/** Small files that expand when they are read. */
export const BOMBS: readonly Recipe[] = [
  long('silent FLAC', 'flac', 30, (seconds) => [...silence(seconds), ...FLAC]),
  long('silent FLAC', 'flac', 1, (seconds) => [...silence(seconds), ...FLAC]),
  long('silent FLAC at 192 kHz', 'flac', 0.5, (seconds) => [...silence(seconds, 192_000), ...FLAC]),
  long('silent mkv', 'mkv', 2, (seconds) => [...silence(seconds), ...FLAC]),
  long('silent opus', 'webm', 0.2, (seconds) => [...silence(seconds, 48_000), ...OPUS]),
  long('one colour', 'mp4', 10, (seconds) => [...colour(seconds, '1/10'), ...H264]),
  long('one colour, one picture a second', 'mp4', 10, (seconds) => [...colour(seconds, '1', '16x16'), ...H264]),
  long('one colour in mpeg4', 'avi', 5, (seconds) => [...colour(seconds, '1', '32x32'), '-c:v', 'mpeg4']),
  long('one colour of 3840x2160', 'mp4', 0.02, (seconds) => [...colour(seconds, '1', '3840x2160'), ...H264]),
  long('a thousand pictures a second', 'mp4', 0.005, (seconds) => [...colour(seconds, '1000', '32x32'), ...H264]),
  pictureBomb(20_000, 20_000, null),
  pictureBomb(20_000, 20_000, 'mkv'),
  pictureBomb(16_000, 16_000, 'mov'),
  pictureBomb(8192, 4352, 'mkv'),
  pictureBomb(65_000, 500, 'mkv'),
  pictureBomb(200, 30_000, 'mov'),
  noRecording('gzip of 200 MB', 'call.mp4', () => gzipSync(Buffer.alloc(200_000_000))),
  ...CAPTION_BOMBS,
]
