import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CAPABILITIES_PATH } from '@callfolio/shared/contract/capabilities.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { openPart, replaceAnswers, signUp } from '../../../testing/open-screen.testing.tsx'
import { sampleSite } from '../../library/microsite.testing.ts'
import { useMicrosite } from '../../library/use-microsite.ts'
import { AnalysisNotice } from './analysis-notice.tsx'
import { replaceMicrosite } from '../../../testing/microsites.testing.ts'

function Notice() {
  const { data } = useMicrosite('m1')
  return data && <AnalysisNotice site={data} />
}

test('says why the AI server made no recap, retries it, and shows the progress', async () => {
  const person = await signUp()
  const capabilities = (await person.send('GET', CAPABILITIES_PATH)) as object
  const model = { name: 'openai', ready: true, sends_to: 'ai.example', note: null, cost_ratio: 0 }
  replaceAnswers(CAPABILITIES_PATH, () => Response.json({ ...capabilities, analysts: [model] }))
  const notice = 'The AI server refused the key, so the built-in engine wrote this recap.'
  let site = sampleSite({ analysis_notice: notice })
  replaceMicrosite('m1', () => site)
  const sent = vi.fn<(body: unknown) => void>()
  replaceAnswers(MICROSITE_PATHS.analyse('m1'), async (request) => {
    sent(await request.json())
    site = sampleSite({ analysing: 'openai', step_detail: 'waiting for the AI server, 4 s' })
    return Response.json(site)
  })
  const { user } = openPart(<Notice />)
  await screen.findByText(notice)
  await user.click(await screen.findByRole('button', { name: 'Try the AI server again' }))
  await screen.findByText(/The AI server is writing a new recap\. This microsite doesn’t change until it’s ready\./)
  expect(screen.getByText(/Waiting for the AI server, 4 s\./)).toBeDefined()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ analyst: 'openai' })
  site = sampleSite()
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})
