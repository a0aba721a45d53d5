import { readFile, rm, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { makeMedia } from '../fixtures/media.ts'
import type { Recipe, Targets } from './recipe.ts'

type Lists = (target: string) => string

/** Texts that make other programs read another file, by kind. */
const LISTS: Record<string, Lists> = {
  'm3u8': (target) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
  'm3u8 key': (target) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-KEY:METHOD=AES-128,URI="${target}"\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
  'ffconcat': (target) => `ffconcat version 1.0\nfile '${target}'\nduration 5\n`,
  'mpd': (target) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  'xspf': (target) =>
    `<?xml version="1.0"?><!DOCTYPE playlist [<!ENTITY x SYSTEM "${target}">]><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>&x;</title><trackList><track><location>${target}</location></track></trackList></playlist>`,
  'smil': (target) => `<smil><body><video src="${target}"/><ref src="${target}"/></body></smil>`,
  'sdp': (target) => `v=0\no=- 0 0 IN IP4 ${target}\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n`,
}

type Place = 'file' | 'database' | 'address' | 'itself'

function getTarget(place: Place, { files, address }: Targets): string {
  if (place === 'itself') return 'call.mp4'
  if (place === 'address') return `${address}/nested.ts`
  return `file://${(place === 'database' ? files.at(-1) : files[0]) ?? ''}`
}

const places: readonly Place[] = ['file', 'database', 'address', 'itself']

const playlists: Recipe[] = Object.entries(LISTS).flatMap(([list, write]) =>
  places.map((place) => ({
    name: `${list} that names ${place === 'itself' ? place : `a ${place}`}`,
    filename: 'call.mp4',
    noRecording: true as const,
    make: (path: string, { targets }: { targets: Targets }) => writeFile(path, write(getTarget(place, targets))),
  })),
)

/** The first bytes of a real recording, to pass the type check, followed by a playlist. */
const disguisedLists: Recipe[] = (['m3u8', 'ffconcat', 'mpd'] as const).map((list) => ({
  name: `${list} behind the beginning of an mp4`,
  filename: 'call.mp4',
  noRecording: true,
  async make(path, { media, targets }) {
    const head = (await readFile(media.get('mp4') ?? '')).subarray(0, 32)
    await writeFile(path, Buffer.concat([head, Buffer.from(`\n${LISTS[list]?.(getTarget('file', targets)) ?? ''}`)]))
  },
}))

const included: Recipe[] = [
  {
    name: 'captions that include a file',
    filename: 'call.vtt',
    captions: true,
    make: (path, { targets: { files, address } }) =>
      writeFile(
        path,
        `WEBVTT\nX-INCLUDE: ${files[0]}\n\nSTYLE\n@import url("${address}/style.css");\n\n00:01.000 --> 00:04.000\n<v file://${files[0]}>&include; {{${files[0]}}} <img src="${address}/x.png">\n`,
      ),
  },
  {
    name: 'captions with an XML entity',
    filename: 'call.ttml',
    captions: true,
    make: (path, { targets: { files } }) =>
      writeFile(
        path,
        `<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY a SYSTEM "file://${files[0]}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="4s">&b;&a;</p></div></body></tt>`,
      ),
  },
  {
    name: 'MicroDVD that names a file',
    filename: 'call.sub',
    captions: true,
    make: (path, { targets: { files } }) =>
      writeFile(path, `{DEFAULT}{}{F:${files[0]}}\n{0}{50}{f:${files[0]}}hello\n`),
  },
]

const containers: Recipe[] = [
  {
    name: 'mkv with attachments',
    filename: 'call.mkv',
    async make(path, { media, targets: { files } }) {
      const attached = `${path}.txt`
      await writeFile(attached, 'a'.repeat(1_000_000))
      const meta = [
        '-metadata:s:t',
        'mimetype=application/x-truetype-font',
        '-metadata:s:t',
        `filename=../../..${files[0]}`,
      ]
      await makeMedia(path, '-i', media.get('mkv') ?? '', '-c', 'copy', '-attach', attached, ...meta, '-f', 'matroska')
      await rm(attached)
    },
  },
  {
    name: 'subtitles that draw a file',
    filename: 'call.mkv',
    async make(path, { media, targets: { files, address } }) {
      const script = `${path}.srt`
      await writeFile(
        script,
        `1\n00:00:00,000 --> 00:00:01,500\n<font face="file://${files[0]}">{\\fn${address}/f.ttf}hello\n`,
      )
      await makeMedia(path, '-i', media.get('mkv') ?? '', '-i', script, '-c', 'copy', '-c:s', 'srt', '-f', 'matroska')
      await rm(script)
    },
  },
  {
    name: 'mov with a reference to a file',
    filename: 'call.mov',
    async make(path, { media, targets: { files } }) {
      const bytes = await readFile(media.get('mov') ?? '')
      // The data reference is an empty address with the flag “in this file”; without it the data is elsewhere.
      const at = bytes.indexOf('url ')
      bytes.writeUInt32BE(0, at + 4)
      await writeFile(path, Buffer.concat([bytes, Buffer.from(`file://${files[0]}\0`)]))
    },
  },
  {
    name: 'gzip in gzip',
    filename: 'call.mp4',
    noRecording: true,
    async make(path, { media }) {
      let bytes: Buffer = await readFile(media.get('mp4') ?? '')
      for (let depth = 0; depth < 50; depth++) bytes = gzipSync(bytes)
      await writeFile(path, bytes)
    },
  },
]

/** Files that refer to, or contain, other files. */
export const NESTED: readonly Recipe[] = [...included, ...containers, ...disguisedLists, ...playlists]
