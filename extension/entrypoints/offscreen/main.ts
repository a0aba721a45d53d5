import { openUploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { openAccount, type Account } from '../../account/account.ts'
import { listenAs, sendMessage } from '../../browser/messages.ts'
import { hearRecorder } from '../../browser/recorder-channel.ts'
import type { RecorderNews } from '../../messaging/recording-protocol.ts'
import { answerRecorder } from '../../recording/answer-recorder.ts'
import { openRecorder } from '../../recording/open-recorder.ts'
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
const uploads = createUploadsEngine({ openAccount: accountOf, journal, sendNews: (news) => void sendMessage('background', news) })
// A recording that was sent is waited for as an upload is; which one that is stands in the journal.
const takeUp = whenQuiet(500, () => [...accounts.keys()].forEach(uploads.takeUp))
hearRecorder<RecorderNews>(({ kept }) => kept && takeUp())
listenAs('engine', [answerRecorder(recorder), uploads.answer])
