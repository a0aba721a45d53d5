import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MICROSITE_PATHS, videoLinkSchema } from '@callfolio/shared/contract/microsite.ts'
import { openTestBucket, type TestBucket } from '../../server/src/storage/s3-buckets.testing.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, testTone } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: I will send you the signed contract on Friday.\n'

let s3: TestBucket
let server: RunningServer
let ann: ApiClient
let work: string

test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-bucket-'))
  s3 = await openTestBucket({ pageSize: 5 })
  server = await startServer(s3.settings)
  ann = await signUp(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await s3.close()
  await rm(work, { recursive: true, force: true })
})

test('stores recordings only in the bucket, despite server kills, until they are deleted', async () => {
  // Noise does not compress: the file is about twelve megabytes, several parts in the bucket.
  const noise = 'color=gray:s=640x360:r=10:d=12,noise=alls=100:allf=t'
  const encoding = ['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-c:a', 'aac']
  const file = await makeMedia(join(work, 'big.mp4'), '-f', 'lavfi', '-i', noise, ...testTone(12), ...encoding)
  const { size } = await stat(file)
  let kills = 0
  const key = await ann.upload(file, {
    chunkSize: 1024 * 1024,
    onProgress: (sent) => {
      if (kills >= 3 || sent < (size / 4) * (kills + 1)) return
      kills += 1
      void server.kill().then(() => server.start())
    },
  })
  expect(kills).toBe(3)
  const original = await readFile(file)
  expect((await s3.content(key)).equals(original)).toBe(true)

  const id = await ann.process({ video_url: key, captions: CAPTIONS, title: 'Call' })
  // While the recording is converted for playback.
  await expect.poll(async () => (await s3.objects()).some((name) => name.endsWith('probe.json'))).toBe(true)
  await server.kill()
  await server.start()
  const { status, video_url } = await ann.finished(id)
  expect(status).toBe('active')

  const { signedUrl } = videoLinkSchema.parse(await (await ann.get(MICROSITE_PATHS.video(id))).json())
  const video = await s3.content(video_url ?? '')
  const ask = (range: string) => fetch(new URL(signedUrl, server.url), { headers: { range } })
  const middle = await ask('bytes=1000-1999')
  expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${video.length}`])
  expect(Buffer.from(await middle.arrayBuffer()).equals(video.subarray(1000, 2000))).toBe(true)

  await fetch(server.url + MICROSITE_PATHS.one(id), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ann.token}` },
  })
  expect((await ask('bytes=0-9')).status).toBe(403)
  await expect.poll(() => s3.objects()).toEqual([])
  expect(await s3.uploads()).toEqual([])
  expect(await readdir(server.dataDir)).not.toContain('uservideos')
  expect(await readdir(join(server.dataDir, 'transfers'))).toEqual([])
})
