import { join } from 'node:path'
import { makeMedia, testPicture, testTone } from '../fixtures/media.ts'

const SECONDS = 2
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libvorbis', '-ac', '2']
const SMALL = '160x90'

/** Small real recordings to damage. @returns their paths, by file extension. */
export async function makeRealMedia(folder: string): Promise<Map<string, string>> {
  const [picture, tone] = [testPicture(SECONDS, SMALL), testTone(SECONDS)]
  const both = [...picture, ...tone]
  const recordings: [string, string[]][] = [
    ['mp4', [...both, ...H264, '-movflags', '+faststart']],
    ['mov', [...both, ...H264]],
    ['webm', [...both, ...VP8]],
    ['mkv', [...both, ...H264]],
    ['avi', [...both, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
    ['mp3', [...tone, '-c:a', 'libmp3lame']],
    ['wav', tone],
    ['ogg', [...tone, '-c:a', 'libvorbis', '-ac', '2']],
    ['flac', tone],
  ]
  const made = new Map<string, string>()
  for (const [end, args] of recordings) made.set(end, await makeMedia(join(folder, `real.${end}`), ...args))
  return made
}
