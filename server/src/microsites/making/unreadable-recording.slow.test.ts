import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { eventually, startApp } from '../../testing/app.ts'

test.each([
  ['a video without an index', 'Acme.mp4', '\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\x02\x08mdat'],
  ['only the head of one', 'Acme.webm', '\x1aE\xdf\xa3\x8bB\x82\x84webmB\x87\x81\x01'],
])('names the uploaded file when it turns out to be %s', async (_, name, head) => {
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(512)])
  const app = await startApp()
  try {
    await app.services.start(1000)
    const person = await app.signUp()
    const key = await new Promise<string>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${app.url}/files`,
        headers: { Authorization: `Bearer ${person.token}` },
        metadata: { filename: `C:\\calls\\${name}`, filetype: 'video/mp4' },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path') ?? ''),
        onError: reject,
      }).start()
    })
    const begun = await person.send('POST', '/api/process-meeting', { video_url: key })
    const { job_id: id } = begun.body as { job_id: string }
    const failed = await eventually(async () => {
      const site = micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
      return site.status === 'failed' && site
    })
    expect(failed.error_message).toBe(`We couldn’t read ${name}. It may be damaged; export it again.`)
  } finally {
    await app.close()
  }
})
