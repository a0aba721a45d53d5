import { expect, test } from 'vitest'
import type { KeptRecording, LiveRecording, RecorderNews } from '../../messaging/recording-protocol.ts'
import { followRecorder, type RecorderView } from './use-recorder.ts'

const RECORDING: KeptRecording = {
  isOwn: true,
  id: 'one',
  title: { text: 'Call', source: 'file' },
  source: 'tab',
  startedAt: 0,
  durationMs: 1000,
  missingMs: 0,
  lacksPicture: false,
  bytes: 1000,
  interrupted: false,
  savedUntil: null,
  note: null,
  sending: { state: 'idle', sentBytes: 0, failure: null, shareUrl: null, isCopied: false },
  link: false,
}

/** A recorder whose two answers arrive when the test resolves them. */
function follow() {
  const views: RecorderView[] = []
  const answers = {
    live: Promise.withResolvers<LiveRecording | null>(),
    kept: Promise.withResolvers<KeptRecording[]>(),
  }
  let report: (news: RecorderNews) => void = () => {}
  followRecorder(
    {
      watch: (onNews) => ((report = onNews), () => {}),
      live: () => answers.live.promise,
      kept: () => answers.kept.promise,
    },
    (view) => views.push(view),
  )
  return { views, answers, report: (news: RecorderNews) => report(news) }
}

test('keeps a recording added while a window requests the list, despite the older answer', async () => {
  const { views, answers, report } = follow()
  answers.kept.resolve([])
  report({ kept: [RECORDING], live: null })
  answers.live.resolve(null)
  await Promise.all([answers.live.promise, answers.kept.promise])
  await Promise.resolve()
  await Promise.resolve()
  expect(views.length).toBeGreaterThan(1)
  expect(views.at(-1)).toEqual({ live: null, kept: [RECORDING] })
})

test('reports nothing before it is known whether a recording is live', async () => {
  const { views, answers, report } = follow()
  report({ kept: [RECORDING] })
  expect(views).toEqual([])
  answers.live.resolve(null)
  answers.kept.resolve([])
  await expect.poll(() => views).toEqual([{ live: null, kept: [RECORDING] }])
})

test('uses the answers for what no news reported', async () => {
  const { views, answers, report } = follow()
  report({ live: null })
  expect(views.at(-1)).toEqual({ live: null, kept: [] })
  answers.live.resolve(null)
  answers.kept.resolve([RECORDING])
  await expect.poll(() => views.at(-1)).toEqual({ live: null, kept: [RECORDING] })
})

test.each([
  ['live', null, [RECORDING]],
  ['kept', null, []],
] as const)('offers to record although the engine can’t answer: %s', async (failing, live, kept) => {
  const { views, answers } = follow()
  answers[failing].reject(new Error('no disk'))
  answers.live.resolve(null)
  answers.kept.resolve([RECORDING])
  await expect.poll(() => views.at(-1)).toEqual({ live, kept })
})
