import { expect, test } from 'vitest'
import { createUploadNews } from './upload-news.ts'

const NOTIFY = {
  type: 'uploads/notify',
  title: 'Kick-off',
  message: 'Your Microsite is Ready!',
  page: 'http://localhost:3000/microsite/m',
}

/** The background of a person with or without notifications, and what it showed. */
function createFakeDesktop(wanted: boolean) {
  const shown: unknown[] = []
  const answer = createUploadNews({
    showBadge: async (badge) => void shown.push(badge),
    notify: async ({ title, page, button }) => void shown.push({ title, page, button }),
    wantsNotifications: async () => wanted,
  })
  return { answer, shown }
}

test('notifies which microsite is ready and links to it, unless the person turned notifications off', async () => {
  const [asked, unasked] = [createFakeDesktop(true), createFakeDesktop(false)]
  await Promise.all([asked.answer(NOTIFY), unasked.answer(NOTIFY)])
  expect(asked.shown).toEqual([{ title: 'Kick-off', page: NOTIFY.page }])
  await asked.answer({ ...NOTIFY, recordingId: 't' })
  expect(asked.shown.at(-1)).toMatchObject({ button: { does: 'copy', recordingId: 't' } })
  expect(unasked.shown).toEqual([])
})

test('ignores messages that are not upload news', () => {
  const { answer } = createFakeDesktop(true)
  expect(answer({ type: 'recording/state', state: 'idle' })).toBeUndefined()
  expect(answer({ ...NOTIFY, page: 'no address' })).toBeUndefined()
})
