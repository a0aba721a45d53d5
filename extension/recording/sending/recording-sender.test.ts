import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { SupportedStorage } from '@supabase/auth-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { BrowserFailure } from '@callfolio/shared/client/get-failure.ts'
import { createGrowingFile, finishedFile } from '@callfolio/shared/client/uploads/growing-file.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { FileUnreadable } from '@callfolio/shared/client/uploads/upload-failure.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { failure } from '@callfolio/shared/failures.ts'
import { announceSession } from '../../account/watch-session.ts'
import { openServerUploads } from '../../uploads/server-uploads.ts'
import { SAMPLE_RECORDING } from '../stored/sample-recording.testing.ts'
import type { Recording } from '../stored/recording.ts'
import { forgetSounds } from './recording-sounds.ts'
import { createRecordingSender, type RecordingSenderDeps } from './recording-sender.ts'

const RECORDING: Recording = {
  ...SAMPLE_RECORDING,
  files: { mixed: 'one.webm', sound: null, microphone: null, tab: null },
}
/** Captions only: the microsite request is all that goes to the server. */
const CAPTIONS: Recording = {
  ...RECORDING,
  source: 'captions',
  files: { mixed: null, sound: null, microphone: null, tab: null },
  captions: true,
}

let server: Server
/** URLs of uploads that the server has, and those it was asked to forget. */
let made: string[]
let removed: string[]
/** Called when the server answers a request for a new upload. */
let answered: Promise<void>
let address: string
/** Owner of the token in each request. */
let tokens: (string | undefined)[]
let paths: string[]
/** Requests about microsites. */
let meetings: Record<string, unknown>[]
beforeEach(async () => {
  tokens = []
  paths = []
  made = []
  removed = []
  answered = Promise.resolve()
  meetings = []
  server = createServer((request, response) => {
    tokens.push(request.headers.authorization)
    paths.push(request.url ?? '')
    if (request.url?.startsWith('/files')) return void answerUpload(request, response)
    const reply = request.url?.includes('usage')
      ? { plan_id: 'free', used: 0, limit: 3, renews_on: '2027-01-01' }
      : request.method === 'PATCH'
        ? {}
        : { job_id: 'm' }
    if (request.url === MICROSITE_PATHS.processMeeting)
      void json(request).then((meeting) => meetings.push(meeting as Record<string, unknown>))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

async function answerUpload({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method === 'POST') {
    const location = `/files/${made.length}`
    made.push(location)
    await answered
    response.writeHead(201, { location }).end()
    return
  }
  if (method === 'DELETE') removed.push(url)
  response.writeHead(method === 'DELETE' ? 204 : 503).end()
}

/** The engine of a browser with a signed-in user. */
function openEngine(recording: Recording, deps: Partial<RecordingSenderDeps> = {}) {
  const kept = new Map<string, string>()
  const storage: SupportedStorage = {
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
  }
  const signIn = (userId: string) =>
    kept.set(
      SESSION_KEY,
      JSON.stringify({
        access_token: userId,
        refresh_token: userId,
        token_type: 'bearer',
        expires_in: 3600,
        expires_at: Math.floor(Date.now() / 1000) + 3600,
        user: { id: userId },
      }),
    )
  signIn('bob')
  const own: Recording = { ...recording, server: address }
  const journal = createMemoryJournal()
  const sent: string[] = []
  const unasked = () => Promise.reject(new Error('not asked for'))
  const soundJournal = createMemoryJournal()
  const changes = new EventTarget()
  const uploads = openServerUploads({
    account: { server: address, auth: createAuthClient(address, storage) },
    journal,
    soundJournal,
    onChange: () => changes.dispatchEvent(new Event('change')),
  })
  const sender = createRecordingSender({
    readFile: async (name) => new File(['recorded'], name),
    heldMs: async () => null,
    journal,
    soundJournal,
    recordings: { list: unasked, get: async () => own, put: unasked, update: unasked, remove: unasked },
    captions: { find: unasked, webvtt: async () => 'WEBVTT', forget: unasked },
    getUploads: () => uploads,
    onSent: async ({ id }) => void sent.push(id),
    now: () => 0,
    ...deps,
  })
  /** Waits until the recording's upload reaches this state. */
  const comesTo = (state: string) => expect.poll(() => sender.getSending(own.id).state).toBe(state)
  return { recording: own, sender, uploads, journal, soundJournal, sent, signIn, comesTo }
}

describe('another person’s session doesn’t count', () => {
  test.each([
    ['a recording', RECORDING],
    ['captions only', CAPTIONS],
  ])('%s of one person is never sent with another’s token, and waits for its own', async (_what, recorded) => {
    const { recording, sender, sent, comesTo } = openEngine(recorded)
    sender.send(
      recording,
      recorded === RECORDING ? { call: finishedFile(new Blob(['recorded'])), sounds: {} } : undefined,
    )
    await comesTo('waiting')
    expect(sender.getSending(recording.id).failure?.message).toBe('Sign in with the account that made this recording.')
    expect([tokens, sent]).toEqual([[], []])
  })

  test('resumes as its owner once they are back', async () => {
    const { recording, sender, sent, signIn, comesTo, uploads } = openEngine(CAPTIONS)
    await uploads.ready
    sender.send(recording)
    await comesTo('waiting')
    signIn('ann')
    announceSession()
    await expect.poll(() => sent).toEqual([recording.id])
    expect(new Set(tokens)).toEqual(new Set(['Bearer ann']))
  })

  test('a sign-out between two requests stops it before the second', async () => {
    const { recording, sender, sent, signIn, comesTo, uploads } = openEngine(CAPTIONS, {
      captions: {
        find: async () => ({ sessionIds: [], name: null, health: '', page: 'hidden', lastLineAt: null }),
        webvtt: async () => (signIn('bob'), 'WEBVTT'),
        forget: async () => {},
      },
    })
    signIn('ann')
    await uploads.ready
    sender.send(recording)
    await comesTo('waiting')
    // The page was begun and the plan read; the microsite request was not made.
    expect([tokens, sent]).toEqual([['Bearer ann', 'Bearer ann'], []])
  })
})

test('a recording reports when it began, whenever its user confirmed the reminder', async () => {
  const startedAt = Date.UTC(2026, 10, 20, 9, 30)
  const { recording, sender, sent, signIn, uploads } = openEngine({ ...CAPTIONS, startedAt, consent: { at: 0 } })
  signIn('ann')
  await uploads.ready
  sender.send(recording)
  await expect.poll(() => sent).toEqual([recording.id])
  await expect
    .poll(() => meetings)
    .toEqual([
      expect.objectContaining({
        recorded_at: '2026-11-20T09:30:00.000Z',
        consent: { at: '1970-01-01T00:00:00.000Z' },
      }),
    ])
})

test('a recording sends its title and participants to help its transcription, unless captions replace that', async () => {
  const speechFor = async (recorded: Recording) => {
    const { recording, sender, journal, signIn } = openEngine(recorded)
    signIn('ann')
    sender.send(recording, { call: finishedFile(new Blob(['recorded'])), sounds: {} })
    await expect.poll(() => journal.list()).toHaveLength(1)
    return (await journal.list())[0]?.speech
  }
  const participants = ['Dana Whitfield', 'Leo Brandt']
  expect(await speechFor({ ...RECORDING, participants })).toBe('Call. Dana Whitfield, Leo Brandt')
  expect(await speechFor({ ...RECORDING, titleSource: 'file', participants })).toBe('Dana Whitfield, Leo Brandt')
  expect(await speechFor({ ...RECORDING, captions: true, participants })).toBeUndefined()
})

test('a recording sends the choice made while the speech model was being downloaded', async () => {
  const { recording, sender, journal, signIn } = openEngine({ ...RECORDING, untilModel: 'wait' })
  signIn('ann')
  sender.send(recording, { call: finishedFile(new Blob(['recorded'])), sounds: {} })
  await expect.poll(async () => (await journal.list()).map(({ untilModel }) => untilModel)).toEqual(['wait'])
})

test.each<[string, RecordingSenderDeps['readFile']]>([
  ['is not there', async () => null],
  [
    'can’t be read',
    () => Promise.reject(new DOMException('A requested file or directory could not be read.', 'NotReadableError')),
  ],
])(
  'a recording whose file %s is refused with the reason, which its page gets, and nothing else is sent',
  async (_what, readFile) => {
    const { recording, sender, signIn, comesTo } = openEngine(RECORDING, { readFile })
    signIn('ann')
    sender.send(recording)
    await comesTo('refused')
    expect(sender.getSending(recording.id)).toEqual({
      state: 'refused',
      sentBytes: 0,
      failure: failure('file_unreadable', expect.stringMatching(/^Can’t read the recording/) as string),
      shareUrl: null,
      isCopied: false,
    })
    // Its page, if there is one, must not be left waiting.
    await expect.poll(() => paths).toEqual([`/api/begun-meetings/${recording.id}/failure`])
  },
)

test.each([
  [
    'no network',
    'unreachable',
    new TypeError('Failed to fetch'),
    'waiting',
    'Can’t reach the server. Retrying automatically.',
  ],
  [
    'signed out',
    'no_authorization',
    new ApiError('no_authorization', 401, 'You must be signed in'),
    'waiting',
    'Sign in with the account that made this recording.',
  ],
  [
    'a busy server',
    'unreadable',
    new ApiError('unreadable', 503, 'Busy'),
    'waiting',
    'The server is busy. Retrying automatically.',
  ],
  [
    'a file that can’t be read',
    'file_unreadable',
    new FileUnreadable(),
    'refused',
    'Can’t read the recording on this computer. Restart the browser, then resume the upload.',
  ],
  [
    'a month that is used up',
    'microsite_limit_reached',
    new ApiError('microsite_limit_reached', 402, 'You’ve used 3 of 3 microsites this month.'),
    'refused',
    'You’ve used 3 of 3 microsites this month.',
  ],
  ['a recording that is too long', 'too_long', new BrowserFailure('too_long', 'Too long.'), 'refused', 'Too long.'],
  [
    'a refusal that only a newer server knows',
    'unknown',
    new ApiError('unknown', 402, 'This needs another plan.'),
    'refused',
    'This needs another plan.',
  ],
  [
    'a newer server that asks to wait',
    'unknown',
    new ApiError('unknown', 503, 'Moving house.'),
    'waiting',
    'The server is busy. Retrying automatically.',
  ],
] as const)(
  'a recording whose upload meets %s waits or is refused, and says so',
  async (_what, code, error, state, message) => {
    const { recording, sender, signIn, comesTo, uploads } = openEngine(CAPTIONS, {
      captions: {
        find: async () => ({ sessionIds: [], name: null, health: '', page: 'hidden', lastLineAt: null }),
        webvtt: () => Promise.reject(error),
        forget: async () => {},
      },
    })
    await uploads.ready
    signIn('ann')
    sender.send(recording)
    await comesTo(state)
    expect(sender.getSending(recording.id).failure).toMatchObject({ code, message })
  },
)

test('a recording whose microphone’s own track can’t be read is uploaded without it, and its upload says so', async () => {
  const { recording, sender, journal, sent, signIn, uploads } = openEngine(
    { ...RECORDING, files: { ...RECORDING.files, microphone: 'one-microphone' } },
    {
      readFile: async (name) => {
        if (name === 'one-microphone') throw new DOMException('It could not be read.', 'NotReadableError')
        return new File(['recorded'], name)
      },
    },
  )
  signIn('ann')
  await uploads.ready
  const entry: UploadEntry = {
    ...createUploadEntry({ name: 'one', size: 8, type: '', lastModified: 0 }, { userId: 'ann', recordingId: 'one' }),
    storagePath: 'ann/one',
  }
  await journal.put(entry)
  sender.send(recording)
  await expect.poll(() => sent).toEqual([recording.id])
  const leftOut = 'A separate audio track couldn’t be read. Speakers may be mixed up.'
  expect(uploads.driver.uploads().items.get(entry.id)?.entry).toMatchObject({ leftOut })
  expect(await journal.get(entry.id)).toMatchObject({ leftOut })
})

test('a recording renamed while its upload is paused gives its page the title when sending resumes', async () => {
  const { recording, sender, journal, sent, signIn, uploads } = openEngine(CAPTIONS)
  signIn('ann')
  await uploads.ready
  await journal.put(
    createUploadEntry(
      { name: 'one', size: null, type: '', lastModified: 0 },
      { userId: recording.userId, recordingId: recording.id },
    ),
  )
  await sender.rename(recording, 'Named')
  expect(paths).toEqual([])
  sender.send(recording)
  await expect.poll(() => sent).toEqual([recording.id])
  await expect.poll(async () => (await journal.list())[0]).toMatchObject({ title: 'Named', titleUnsent: false })
  expect(paths.filter((path) => path.startsWith('/api/microsites/'))).not.toEqual([])
})

test('a recording is uploaded although the stored uploads can’t be read', async () => {
  const journal = { ...createMemoryJournal(), list: () => Promise.reject(new Error('No database.')) }
  const { recording, sender, sent, signIn, uploads } = openEngine(CAPTIONS, { journal })
  signIn('ann')
  await uploads.ready
  sender.send(recording)
  await expect.poll(() => sent).toEqual([recording.id])
})

test('a recording given up while its upload begins leaves nothing behind', async () => {
  const { recording, sender, journal, sent } = openEngine(CAPTIONS)
  sender.send(recording)
  await sender.abandon(recording)
  await expect.poll(() => journal.list()).toEqual([])
  expect([sender.getSending(recording.id).state, sent]).toEqual(['idle', []])
})

test('a recording without a picture is sent as audio', async () => {
  const recording: Recording = {
    ...RECORDING,
    files: { mixed: 'one.mp4', sound: 'one.webm', microphone: null, tab: null },
  }
  const {
    sender,
    recording: own,
    journal,
    signIn,
  } = openEngine(recording, {
    readFile: async (name) => new File(name === 'one.webm' ? ['sound'] : [], name),
  })
  signIn('ann')
  sender.send(own)
  await expect.poll(() => made).toHaveLength(1)
  expect((await journal.list()).map(({ recordingId }) => recordingId)).toEqual([own.id])
  await sender.abandon(own)
})

const growing = () => createGrowingFile(async () => new Blob(['recorded']))

test('a recording given up while the server creates its uploads leaves none there', async () => {
  const recording: Recording = {
    ...RECORDING,
    files: { mixed: 'one.webm', sound: null, microphone: 'one-microphone', tab: 'one-tab' },
  }
  const { sender, recording: own, journal, soundJournal, signIn } = openEngine(recording)
  signIn('ann')
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  answered = promise
  const [call, you, them] = [growing(), growing(), growing()]
  for (const file of [call, you, them]) file.grow(8)
  sender.send(own, { call, sounds: { you, them } })
  await expect.poll(() => made).toHaveLength(3)
  await sender.abandon(own)
  // As after the recorders have ended, which is before the server has answered.
  await forgetSounds({ soundJournal }, own.id)
  for (const file of [call, you, them]) file.end()
  answer()
  await expect.poll(() => removed.toSorted()).toEqual(made)
  await expect.poll(async () => [await journal.listDiscarded(), await soundJournal.listDiscarded()]).toEqual([[], []])
})

test('the sounds of a given-up recording are also deleted by a later engine', async () => {
  const { soundJournal, signIn, uploads } = openEngine(RECORDING)
  await soundJournal.discard(
    {
      ...createUploadEntry({ name: 'you.webm', size: null, type: '', lastModified: 0 }, { userId: 'ann' }),
      uploadUrl: `${address}/files/7`,
    },
    Date.now(),
  )
  await uploads.ready
  signIn('ann')
  announceSession()
  await expect.poll(() => removed).toEqual(['/files/7'])
  await expect.poll(() => soundJournal.listDiscarded()).toEqual([])
})
