import { writeFile } from 'node:fs/promises'
import { makeMedia } from '../fixtures/media.ts'
import { box } from './bytes.ts'
import { changed, noRecording, type Recipe } from './recipe.ts'

const SCRIPT = '<script>fetch("/api/microsites")</script>'
const GIF = 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'

/** Another file type with a video's name. */
function otherThing(name: string, content: string, filename = 'call.mp4'): Recipe {
  return noRecording(name, filename, () => Buffer.from(content, 'latin1'))
}

function picture(codec: string, name: string): Recipe {
  const args = `-f lavfi -i testsrc2=s=64x64 -frames:v 1 -c:v ${codec} -f image2 -update 1`.split(' ')
  return { name, filename: 'call.mp4', noRecording: true, make: async (path) => void (await makeMedia(path, ...args)) }
}

/** A real recording with another name. */
function renamed(end: string, filename: string): Recipe {
  return { ...changed(`${end} named ${filename}`, end, (bytes) => bytes), filename }
}

function binaryCaptions(name: string, content: (random: () => number) => Uint8Array | string): Recipe {
  return {
    name,
    filename: 'call.vtt',
    captions: true,
    make: async (path, { random }) =>
      writeFile(
        path,
        content(() => random.between(0, 255)),
      ),
  }
}

/** Files whose content doesn't match their name. */
export const DISGUISED: readonly Recipe[] = [
  otherThing('text', 'this is a shopping list\n'.repeat(50)),
  otherThing('HTML', `<!doctype html><title>x</title>${SCRIPT}`),
  otherThing('SVG with script', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`),
  otherThing(
    'PDF',
    `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ),
  otherThing('ELF', `\x7fELF\x02\x01\x01${'\0'.repeat(57)}`),
  otherThing('shell script', '#!/bin/sh\ncat /etc/passwd\n'),
  otherThing('zip', `PK\x03\x04\x14\0\0\0\0\0${'\0'.repeat(20)}PK\x05\x06${'\0'.repeat(18)}`),
  otherThing('GIF', GIF),
  otherThing('JSON', '{"video":true}', 'call.webm'),
  otherThing('SQLite', `SQLite format 3\0${'\0'.repeat(84)}`),
  otherThing('MIDI', 'MThd\0\0\0\x06\0\x01\0\x01\0\x60MTrk\0\0\0\x04\0\xff\x2f\0', 'call.mp3'),
  otherThing(
    'image script of a drawing program',
    'push graphic-context\nviewbox 0 0 640 480\nfill \'url(https://127.0.0.1/x"|ls "-la)\'\npop graphic-context',
  ),
  picture('png', 'PNG'),
  picture('mjpeg', 'JPEG'),
  renamed('mp4', 'call.mp3'),
  renamed('mp4', 'call.html'),
  renamed('mp3', 'call.mp4'),
  renamed('webm', 'call.mp4'),
  renamed('avi', 'call.webm'),
  renamed('mkv', '$(reboot).mp4'),
  renamed('ogg', '-y.mp4'),
  renamed('wav', 'http:call.mp4'),
  changed('mp4 with HTML behind it', 'mp4', (bytes) => Buffer.concat([bytes, Buffer.from(SCRIPT)])),
  changed('mp4 with HTML in a box', 'mp4', (bytes) => Buffer.concat([bytes, box('free', Buffer.from(SCRIPT))])),
  changed('mp4 with a zip behind it', 'mp4', (bytes) =>
    Buffer.concat([bytes, Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)]),
  ),
  changed('mp3 with HTML before it', 'mp3', (bytes) => Buffer.concat([Buffer.from(SCRIPT), bytes])),
  changed('mp3 with a playlist before it', 'mp3', (bytes) =>
    Buffer.concat([Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), bytes]),
  ),
  {
    name: 'names and titles with script',
    filename: `${SCRIPT}.mp4`,
    make: async (path, { media }) => {
      const tags = ['title', 'artist', 'comment', 'location'].flatMap((tag) => ['-metadata', `${tag}=${SCRIPT}`])
      await makeMedia(path, '-i', media.get('mp4') ?? '', '-c', 'copy', ...tags, '-f', 'mp4')
    },
  },
  binaryCaptions('captions of random bytes', (random) => Buffer.from(Array.from({ length: 20_000 }, random))),
  binaryCaptions('captions that are an ELF', () => Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(5000)}`, 'latin1')),
  binaryCaptions('captions with zeros in a cue', () => 'WEBVTT\n\n00:01.000 --> 00:04.000\na\0b\0\n\n\0\0\0\n'),
  binaryCaptions('captions in UTF-16', () =>
    Buffer.from('\ufeffWEBVTT\n\n00:01.000 --> 00:04.000\nhello\n', 'utf16le'),
  ),
]
