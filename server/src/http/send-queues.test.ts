import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadSendQueues } from './send-queues.ts'

/** More than the system's buffers of both sides take. */
const MUCH = 32 * 1024 * 1024

const server = createServer()
const open: Socket[] = []
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  for (const socket of open) socket.destroy()
  server.close()
})

/** A connection whose peer reads nothing. */
async function serverSide(): Promise<Socket> {
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = await accepted
  open.push(peer, socket)
  return socket
}

const portsOf = ({ localPort = 0, remotePort = 0 }: Socket) => ({ local: localPort, remote: remotePort })

test('the system states what it holds of each connection, and this process goes on while that is read', async () => {
  const [stalled, idle] = [await serverSide(), await serverSide()]
  stalled.write(Buffer.alloc(MUCH))
  const read = new AbortController()
  const reading = createReadSendQueues()([stalled, idle].map(portsOf)).finally(() => read.abort())
  let turns = 0
  for (; !read.signal.aborted; turns += 1) await nextTurn()
  const [held, nothing] = await reading
  expect(held).toBeGreaterThan(0)
  expect(nothing).toBe(0)
  expect(turns).toBeGreaterThan(1)
})
