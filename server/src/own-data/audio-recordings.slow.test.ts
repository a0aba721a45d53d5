import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { createFixtureMaker, installedFfmpeg } from '../media/fixtures.testing.ts'
import { eventually, startApp, type Person } from '../testing/app.ts'
import { sendArchive } from './archives.testing.ts'
import { OWN_DATA } from './own-data.testing.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>We ship the first pallets to you in March.\n'

test('turns audio recordings of every format into pages, and imports an archive of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audio-'))
  const fixtures = createFixtureMaker(await installedFfmpeg(), folder)
  const app = await startApp({ DEFAULT_PLAN: 'team' })
  const sites = async ({ send }: Person): Promise<Microsite[]> => {
    const { microsites } = (await send('GET', '/api/microsites')).body as { microsites: { id: string }[] }
    const read = await Promise.all(microsites.map(async ({ id }) => (await send('GET', `/api/microsites/${id}`)).body))
    return read.map((site) => micrositeSchema.parse(site)).toSorted((a, b) => a.title.localeCompare(b.title))
  }
  const isPlayable = async ({ send }: Person, { id }: Microsite) => {
    const { body } = await send('GET', `/api/microsites/${id}/video`)
    const response = await fetch((body as { signedUrl: string }).signedUrl, { headers: { range: 'bytes=0-9' } })
    return response.status === 206 && (await response.arrayBuffer()).byteLength === 10
  }
  try {
    await app.services.start(1000)
    const person = await app.signUp()
    const titles = ['flac', 'm4a', 'mp3', 'ogg', 'wav']
    for (const ending of titles) {
      const path = await fixtures.make(`call.${ending}`, '-f', 'lavfi', '-i', 'sine=f=300:d=3')
      const bytes = await readFile(path)
      const key = await new Promise<string>((resolve, reject) => {
        new Upload(bytes, {
          endpoint: `${app.url}/files`,
          headers: { Authorization: `Bearer ${person.token}` },
          metadata: { filename: `call.${ending}`, filetype: 'audio/mpeg' },
          onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path') ?? ''),
          onError: reject,
        }).start()
      })
      await person.send('POST', '/api/process-meeting', { video_url: key, captions: CAPTIONS, title: ending })
    }
    await eventually(async () => {
      await setTimeout(500)
      return (await sites(person)).every(({ status }) => status === 'active' || status === 'failed')
    })
    const made = await sites(person)
    expect(made.map(({ title, status, video_ready }) => [title, status, video_ready])).toEqual(
      titles.map((title) => [title, 'active', true]),
    )

    const { body } = await person.send('POST', OWN_DATA.export)
    const archive = new Uint8Array(await (await fetch(app.url + (body as { path: string }).path)).arrayBuffer())
    const other = await app.signUp()
    expect((await sendArchive(app, other, archive)).body).toMatchObject({ imported: titles.length })
    const imported = await sites(other)
    expect(imported.map(({ title, duration_ms }) => [title, duration_ms])).toEqual(
      made.map(({ title, duration_ms }) => [title, duration_ms]),
    )
    for (const site of imported) expect(await isPlayable(other, site), site.title).toBe(true)
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
