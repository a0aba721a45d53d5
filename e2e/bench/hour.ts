import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'

/**
 * Repeats a minute of the sample call sixty times, with a caption track and a trailing index like recorders write.
 * @returns its path.
 */
export async function makeHour(work: string): Promise<string> {
  // 1.6 Mbit/s, typical for meeting recorders: noise over the slides keeps the bitrate up.
  const minute = await makeMedia(
    join(work, 'minute.mp4'),
    '-i',
    SAMPLE.video,
    '-t',
    '60',
    '-vf',
    'noise=alls=12:allf=t',
    '-r',
    '25',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '1600k',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
  )
  return makeMedia(
    join(work, 'hour.mp4'),
    '-stream_loop',
    '59',
    '-i',
    minute,
    '-i',
    await writeCues(work),
    '-map',
    '1:s',
    '-c:s',
    'mov_text',
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-c:v',
    'copy',
    '-c:a',
    'copy',
    '-t',
    '3600',
  )
}

async function writeCues(work: string): Promise<string> {
  const cues = Array.from(
    { length: 900 },
    (_, index) =>
      `${index + 1}\n${stamp(index * 4)} --> ${stamp(index * 4 + 3.5)}\nSpeaker ${index % 3}: Line ${index} of the call is about point ${index % 17}, and I will send number ${index} on Friday.\n`,
  )
  const path = join(work, 'hour.srt')
  await writeFile(path, cues.join('\n'))
  return path
}

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',')
}
