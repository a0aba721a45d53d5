import type { Random } from '../chaos/random.ts'
import { box, EBML_HEADER, element, FTYP, findBox, largeBox, uint32 } from './bytes.ts'
import { changed, noRecording, type Recipe } from './recipe.ts'

const ENDS = ['mp4', 'webm', 'mov', 'mkv', 'avi', 'mp3', 'wav', 'ogg', 'flac'] as const
const BOXES = ['moov', 'mvhd', 'trak', 'mdia', 'stbl', 'stsd', 'stts', 'stsz', 'stco', 'mdat', 'avcC', 'esds'] as const
const MOST_FLIPS = 200

type Harm = (bytes: Buffer, random: Random) => Uint8Array

const anywhere = (bytes: Buffer, random: Random) => random.between(0, bytes.length - 1)

const HARMS: [string, ...string[]] = ['cut', 'flipped', 'zeroed', 'doubled', 'reordered', 'headless', 'filled']
const HARM_BY_NAME: Record<string, Harm> = {
  cut: (bytes, random) => bytes.subarray(0, anywhere(bytes, random)),
  flipped(bytes, random) {
    const flipped = Buffer.from(bytes)
    for (let times = random.between(1, MOST_FLIPS); times > 0; times--) {
      const at = anywhere(bytes, random)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.between(0, 7))
    }
    return flipped
  },
  zeroed(bytes, random) {
    const at = anywhere(bytes, random)
    return Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + random.between(16, 20_000)))
  },
  doubled(bytes, random) {
    const [at, length] = [anywhere(bytes, random), random.between(16, 20_000)]
    return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
  },
  reordered(bytes, random) {
    const [first = 0, second = 0, third = 0] = [0, 0, 0].map(() => anywhere(bytes, random)).toSorted((a, b) => a - b)
    return Buffer.concat([
      bytes.subarray(0, first),
      bytes.subarray(second, third),
      bytes.subarray(first, second),
      bytes.subarray(third),
    ])
  },
  headless: (bytes, random) => bytes.subarray(random.between(1, 64)),
  filled(bytes, random) {
    const noise = Buffer.from(Array.from({ length: random.between(16, 4000) }, () => random.between(0, 255)))
    const at = anywhere(bytes, random)
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)])
  },
}

/** A randomly damaged real recording; the supply is endless. @param random chooses what and how. */
export function harmed(random: Random): Recipe {
  const [end, harm] = [random.pick(ENDS), random.pick(HARMS)]
  return changed(`${harm} ${end}`, end, (bytes, own) => HARM_BY_NAME[harm]?.(bytes, own) ?? bytes)
}

/** A real MP4 with a false size in one box. */
function wrongSize(claim: string, size: number, wide?: bigint): Recipe {
  return changed(`box of size ${claim}`, 'mp4', (bytes, random) => {
    const at = findBox(bytes, random.pick(BOXES))
    if (at >= 0) bytes.set(uint32(size), at)
    if (at >= 0 && wide !== undefined) bytes.writeBigUInt64BE(wide, at + 8)
    return bytes
  })
}

const HUGE = 2n ** 63n - 1n

/** Files with specific damage. */
export const BROKEN: readonly Recipe[] = [
  noRecording('empty', 'call.mp4', () => ''),
  noRecording('one byte', 'call.mp4', () => 'x'),
  noRecording('header only mp4', 'call.mp4', () => FTYP),
  noRecording('header only webm', 'call.webm', () => EBML_HEADER),
  noRecording('header only ogg', 'call.ogg', () => 'OggS\0\x02'),
  noRecording('header only avi', 'call.avi', () => 'RIFF\xff\xff\xff\xffAVI LIST'),
  noRecording('header only flac', 'call.flac', () => 'fLaC\0\0\0\x22'),
  wrongSize('0', 0),
  wrongSize('1', 1),
  wrongSize('7', 7),
  wrongSize('2^31', 2 ** 31),
  wrongSize('2^32-1', 2 ** 32 - 1),
  wrongSize('2^63-1', 1, HUGE),
  noRecording('moov in moov 5000 times', 'call.mp4', () => {
    let content: Buffer = Buffer.alloc(0)
    for (let depth = 0; depth < 5000; depth++) content = box(depth % 2 === 0 ? 'moov' : 'trak', content)
    return Buffer.concat([FTYP, content])
  }),
  noRecording('100000 empty boxes', 'call.mp4', () =>
    Buffer.concat([FTYP, ...Array.from({ length: 100_000 }, () => box('free', Buffer.alloc(0)))]),
  ),
  noRecording('mdat of 2^63 bytes', 'call.mp4', () => Buffer.concat([FTYP, largeBox('mdat', Buffer.alloc(64), HUGE)])),
  noRecording('EBML of 2^55 bytes', 'call.mkv', () => element('1a45dfa3', Buffer.from('B\x82matroska'), 2n ** 55n)),
  noRecording('EBML segment without end', 'call.webm', () =>
    Buffer.concat([EBML_HEADER, element('18538067', element('1654ae6b', Buffer.alloc(40), 2n ** 40n), 2n ** 56n - 1n)]),
  ),
  noRecording('nested EBML', 'call.mkv', () => {
    let content: Buffer = Buffer.alloc(0)
    for (let depth = 0; depth < 3000; depth++) content = element(depth % 2 === 0 ? '1254c367' : '7373', content)
    return Buffer.concat([EBML_HEADER, element('18538067', content)])
  }),
]
