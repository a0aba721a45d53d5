import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { getCall } from './transcript.ts'

/** 1.6 Mbit/s, typical for meeting recorders: noise over the slides keeps the bitrate up. */
const MINUTE = '-t 60 -vf noise=alls=12:allf=t -r 25 -c:v libx264 -preset ultrafast -b:v 1600k -c:a aac -b:a 128k'
const HOUR = '-map 1:s -c:s mov_text -map 0:v -map 0:a -c:v copy -c:a copy -t 3600'

/**
 * Repeats a minute of the sample call sixty times, with a caption track and a trailing index like recorders write.
 * @returns its path.
 */
export async function makeHour(work: string): Promise<string> {
  const minute = await makeMedia(join(work, 'minute.mp4'), '-i', SAMPLE.video, ...MINUTE.split(' '))
  const captions = join(work, 'hour.vtt')
  await writeFile(captions, getCall(900))
  const inputs = ['-stream_loop', '59', '-i', minute, '-i', captions]
  return makeMedia(join(work, 'hour.mp4'), ...inputs, ...HOUR.split(' '))
}
