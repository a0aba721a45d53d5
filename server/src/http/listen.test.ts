import { expect, test } from 'vitest'
import { createRouter } from './app.ts'
import { listen } from './listen.ts'

/** A server whose response waits for `gate`, returned once it is listening. */
async function start() {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = createRouter()
  app.get('/', async (c) => {
    asked.resolve()
    await gate.promise
    return c.text('done')
  })
  const ready = Promise.withResolvers<number>()
  const close = listen(app, { port: 0, hostname: '127.0.0.1', onReady: ready.resolve, onError: ready.reject })
  return { url: `http://127.0.0.1:${await ready.promise}/`, close, asked: asked.promise, answer: gate.resolve }
}

test('refuses new requests and finishes running ones when stopping', async () => {
  const { url, close, asked, answer } = await start()
  const underWay = fetch(url)
  await asked
  const closed = close(60_000)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  answer()
  expect(await (await underWay).text()).toBe('done')
  await closed
})

test('aborts requests that take longer than the shutdown grace period', async () => {
  const { url, close, asked, answer } = await start()
  const broken = expect(fetch(url)).rejects.toThrow('fetch failed')
  await asked
  await close(1)
  await broken
  answer()
})
