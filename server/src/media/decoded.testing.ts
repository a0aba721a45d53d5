import { run } from '../process/run.ts'
import { installedFfmpeg } from './fixtures.testing.ts'

/** Loudest sample of a decoded time range, dB; -91 or less is silence in 16 bits. */
export async function soundLevel(path: string, fromSeconds: number, toSeconds: number): Promise<number> {
  const range = `atrim=${fromSeconds}:${toSeconds},volumedetect`
  const log = await decode(path, ['-map', '0:a:0', '-af', range])
  const [, level] = /max_volume: (-?[\d.]+|-inf) dB/.exec(log) ?? []
  if (level === undefined) throw new Error(`no sound from ${fromSeconds} to ${toSeconds} s: ${log}`)
  return level === '-inf' ? -Infinity : Number(level)
}

/** Brightest frame of a decoded time range by its mean luma; 16 is black. */
export async function meanLuma(path: string, fromSeconds: number, toSeconds: number): Promise<number> {
  const range = `trim=${fromSeconds}:${toSeconds},signalstats,metadata=print:key=lavfi.signalstats.YAVG`
  const log = await decode(path, ['-map', '0:V:0', '-vf', range])
  const lumas = [...log.matchAll(/YAVG=([\d.]+)/g)].map(([, luma]) => Number(luma))
  if (lumas.length === 0) throw new Error(`no frame from ${fromSeconds} to ${toSeconds} s`)
  return Math.max(...lumas)
}

async function decode(path: string, flags: string[]): Promise<string> {
  const { ffmpeg } = await installedFfmpeg()
  const { stderr } = await run(ffmpeg, ['-nostdin', '-hide_banner', '-i', path, ...flags, '-f', 'null', '-'], {
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  })
  return stderr
}
