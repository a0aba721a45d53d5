import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { createFixtureMaker, installedFfmpeg } from '../../media/fixtures.testing.ts'
import { eventually, startApp } from '../../testing/app.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Ann>We ship the first pallets to you in March.\n'

test('shows the owner where a recording with overwritten bytes is damaged, after the page is active', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'damage-'))
  const fixtures = createFixtureMaker(await installedFfmpeg(), folder)
  const sources = ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=10:d=30', '-f', 'lavfi', '-i', 'anoisesrc=d=30:a=0.3']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac']
  const whole = await fixtures.make('whole.mp4', ...sources, ...codecs, '-movflags', '+faststart')
  const bytes = await readFile(await fixtures.damage('call.mp4', whole))
  const app = await startApp({ DEFAULT_PLAN: 'team' })
  try {
    await app.services.start(1000)
    const person = await app.signUp()
    const key = await new Promise<string>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${app.url}/files`,
        headers: { Authorization: `Bearer ${person.token}` },
        metadata: { filename: 'call.mp4', filetype: 'video/mp4' },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path') ?? ''),
        onError: reject,
      }).start()
    })
    const begun = await person.send('POST', '/api/process-meeting', { video_url: key, captions: CAPTIONS })
    const { job_id: id } = begun.body as { job_id: string }
    const damaged = await eventually(async () => {
      const site = micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
      return site.damage ? site : null
    })
    expect(damaged.status).toBe('active')
    const [range] = damaged.damage?.ranges ?? []
    expect(range?.start_ms).toBeGreaterThan(10_000)
    expect(range?.end_ms).toBeLessThan(20_000)
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
