import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fillIn } from '../../../testing/fill-in.testing.ts'
import { openPart, replaceAnswers, signUp } from '../../../testing/open-screen.testing.tsx'
import { AppDialog } from './app-dialog.tsx'
import { RemoveButton } from './remove-button.tsx'

const NEEDED = { code: 400, error_code: 'reauthentication_needed', msg: 'Please give your current password' }

/** Rejects requests to that path, as for a session older than a day, until the user proves their identity. */
function refuseUntilProved(path: string) {
  let proved = false
  replaceAnswers(path, (_, askServer) => (proved ? askServer() : Response.json(NEEDED, { status: 400 })))
  replaceAnswers('/auth/v1/user', async (request, askServer) => {
    const reply = await askServer()
    if (request.method === 'PUT' && reply.ok) proved = true
    return reply
  })
}

const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))

test('asks for the password before it sets up an app, and continues once it is correct', async () => {
  const { password } = await signUp()
  refuseUntilProved('/auth/v1/factors')
  openPart(<AppDialog open onClose={vi.fn<() => void>()} taken={[]} />)
  await screen.findByText('First, confirm that it’s you.')
  fillIn({ 'Current password': 'not my password' })
  confirm()
  await screen.findByText('Current password is incorrect.')
  fillIn({ 'Current password': password })
  confirm()
  expect(await screen.findByAltText('QR code for the authenticator app')).toBeTruthy()
})

test('asks for the password before it removes a sign-in method', async () => {
  const { password } = await signUp()
  const refusal = new Error('refused', { cause: Object.assign(new Error('refused'), { code: NEEDED.error_code }) })
  const remove = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(refusal).mockResolvedValueOnce(null)
  openPart(
    <RemoveButton name="App" remove={remove}>
      You can’t sign in with it.
    </RemoveButton>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Remove App' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('First, confirm that it’s you.')
  fillIn({ 'Current password': password })
  confirm()
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  expect(remove).toHaveBeenCalledTimes(2)
})
