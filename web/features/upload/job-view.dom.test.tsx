import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { replaceMicrosite } from '../../testing/microsites.testing.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../testing/open-screen.testing.tsx'
import { sampleSite } from '../library/microsite.testing.ts'
import { JobView, SendingView } from './job-view.tsx'

let person: Person
let site: Microsite
beforeAll(async () => {
  person = await signUp()
})
beforeEach(() => {
  person.enter()
  site = sampleSite({ title: 'Typed before', status: 'processing', step: 2, progress: 0.4 })
})

/** Makes the server store the title that it receives. */
function keepTitle(): void {
  replaceMicrosite('m1', () => site)
  replaceAnswers(MICROSITE_PATHS.one('m1'), async (request, askServer) => {
    if (request.method !== 'PATCH') return askServer()
    site = { ...site, ...((await request.json()) as Partial<Microsite>) }
    return Response.json(site)
  })
}

test('lets the user edit the title while a recording is sent, once the server has its page', async () => {
  keepTitle()
  let asks = 0
  replaceAnswers(MICROSITE_PATHS.one('m1'), (_request, askServer) => (asks++, askServer()))
  const view = (begun: boolean) => (
    <SendingView id="m1" begun={begun}>
      Sending
    </SendingView>
  )
  openPart(view(false))
  await screen.findByText('Sending')
  expect(screen.queryByRole('button', { name: 'Change the title' })).toBeNull()
  expect(asks).toBe(0)
  openPart(view(true))
  await screen.findByTitle('Typed before')
  await screen.findByRole('button', { name: 'Share now' })
})

test('lets the user edit the title while the page is made, and announces the finished page with it', async () => {
  keepTitle()
  const { user } = openPart(<JobView id="m1" estimate={null} byModel={false} />)
  await user.click(await screen.findByRole('button', { name: 'Change the title' }))
  const field = screen.getByLabelText('Meeting Title')
  await user.clear(field)
  await user.paste('Typed later')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByTitle('Typed later')
  site = { ...site, status: 'active' }
  const ready = within(
    await screen.findByText('Your Microsite is Ready!').then(({ parentElement }) => parentElement ?? document.body),
  )
  expect(ready.getByRole('link', { name: 'Open microsite' }).getAttribute('href')).toBe('/microsite/m1')
  expect(screen.getByRole('heading', { level: 1, name: 'Typed later' })).toBeDefined()
  await user.click(ready.getByRole('button', { name: 'Share' }))
  await screen.findByRole('dialog')
})
