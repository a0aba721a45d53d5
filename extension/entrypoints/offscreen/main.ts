import { openUploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { openAccount, type Account } from '../../account/account.ts'
import { listenAs, sendMessage } from '../../browser/messages.ts'
import { hearRecorder } from '../../browser/recorder-channel.ts'
import type { KeptTake, RecorderNews } from '../../messaging/recording-protocol.ts'
import { answerRecorder } from '../../recording/control/answer-recorder.ts'
import { needsPerson } from '../../messaging/recording-protocol.ts'
import { openRecorder } from '../../recording/control/open-recorder.ts'
import { createUploadsEngine } from '../../uploads/uploads-engine.ts'
import { whenQuiet } from '../../uploads/when-quiet.ts'

/** One identity client for each server: several would refresh one session. */
const accounts = new Map<string, Account>()
function accountOf(server: string): Account {
  const account = accounts.get(server) ?? openAccount(server)
  accounts.set(server, account)
  return account
}

const journal = openUploadJournal()
const recorder = openRecorder({ openAccount: accountOf, journal })
const uploads = createUploadsEngine({
  openAccount: accountOf,
  journal,
  sendNews: (news) => void sendMessage('background', news),
})
// Which of them were sent stands in the journal.
const takeUp = whenQuiet(500, (kept: KeptTake[]) =>
  accounts.forEach(({ server }) => uploads.takeUp(server, kept.filter(needsPerson).length)),
)
hearRecorder<RecorderNews>(({ kept }) => kept && takeUp(kept))
listenAs('engine', [answerRecorder(recorder), uploads.answer])
