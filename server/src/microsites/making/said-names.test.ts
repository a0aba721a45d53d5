import { MICROSITE_PATHS, micrositeSchema, saidNamesSchema } from '@callfolio/shared/contract/microsite.ts'
import { expect, test } from 'vitest'
import { eventually, startApp } from '../../testing/app.ts'

test('returns names of the participants, from the title, the speakers, and earlier calls with the same company', async () => {
  const app = await startApp()
  try {
    await app.services.start(1)
    const [person, other] = [await app.signUp(), await app.signUp()]
    const call = async (by: typeof person, title: string, speaker: string, participants: string[] = []) => {
      const captions = `WEBVTT\n\n00:01.000 --> 00:03.000\n<v ${speaker}>We ship the pallets in March.`
      const { body } = await by.send('POST', MICROSITE_PATHS.processMeeting, { title, captions, participants })
      const { job_id: id } = body as { job_id: string }
      const status = async () => micrositeSchema.parse((await by.send('GET', MICROSITE_PATHS.one(id))).body).status
      await eventually(async () => (await status()) === 'active')
      return id
    }
    await call(person, 'Northwind demo', 'Dana Reyes')
    await call(person, 'Discovery call with Contoso', 'Ben Okafor')
    await call(other, 'Northwind kickoff', 'Eve Marlow')
    const id = await call(person, 'Discovery call: northwind and Northwind Pricing', 'Ana Weber', [
      'Leo Brandt',
      'Ana Weber',
    ])
    const { names } = saidNamesSchema.parse((await person.send('GET', MICROSITE_PATHS.names(id))).body)
    expect(names).toEqual(['Leo Brandt', 'Ana Weber', 'Northwind', 'Dana Reyes'])
  } finally {
    await app.close()
  }
})
