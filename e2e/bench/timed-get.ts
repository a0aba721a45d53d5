import { get, type Agent } from 'node:http'

export interface TimedGet {
  agent: Agent
  headers?: Record<string, string>
}

/**
 * Sends a request and reads the whole response. @returns its duration, ms. @throws naming a status other than 200 and
 * 206.
 */
export async function timedGet(url: string, options: TimedGet): Promise<number> {
  const started = performance.now()
  await readOnce(url, options)
  return performance.now() - started
}

function readOnce(url: string, { agent, headers = {} }: TimedGet): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (reply) => {
      reply.resume()
      reply.on('error', reject)
      reply.on('end', () => {
        if (reply.statusCode === 200 || reply.statusCode === 206) resolve()
        else reject(new Error(`${url} answered ${reply.statusCode}`))
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as it was reused: browsers also retry once.
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(readOnce(url, { agent, headers }))
      else reject(error)
    })
  })
}
