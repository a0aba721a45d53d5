import { createServer } from 'node:http'
import { listen } from '../../../e2e/fakes/listen.ts'

/** A mirror's faults; each affects one request. `stall`: it sends half of the file and stops. */
export type MirrorFault = 'cut' | 'stall' | 'unavailable' | 'no-ranges' | 'wrong-range'

/** A web server with files by path, which supports ranges and fails on demand. */
export async function startMirror(files: Record<string, Buffer>) {
  const faults: MirrorFault[] = []
  const asked: { path: string; range: string | undefined }[] = []
  let moved = ''
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push({ path: url, range: headers.range })
    const fault = faults.shift()
    if (moved !== '' && url.startsWith('/moved/'))
      return void response.writeHead(302, { location: moved + url.slice('/moved/'.length) }).end()
    const file = files[url]
    if (fault === 'unavailable') return void response.writeHead(503).end()
    if (file === undefined) return void response.writeHead(404).end()
    const start = fault === 'no-ranges' ? 0 : Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    if (start >= file.length) return void response.writeHead(416).end()
    const claimed = fault === 'wrong-range' ? start + 1 : start
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': file.length - start,
      ...(start > 0 && { 'content-range': `bytes ${claimed}-${file.length - 1}/${file.length}` }),
    })
    if (fault === 'stall')
      return void response.write(file.subarray(start, start + Math.ceil((file.length - start) / 2)))
    if (fault !== 'cut') return void response.end(file.subarray(start))
    response.write(file.subarray(start, start + Math.ceil((file.length - start) / 2)), () =>
      setImmediate(() => response.destroy()),
    )
  })
  const { url: own, close } = await listen(server)
  return {
    url: own,
    faults,
    asked,
    /** Redirects requests below /moved/. */
    moveTo: (address: string) => void (moved = address),
    /** Ends the stalled requests; a retry gets the rest. */
    cutOff: () => server.closeAllConnections(),
    close,
  }
}
export type Mirror = Awaited<ReturnType<typeof startMirror>>
