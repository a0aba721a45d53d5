import { openUploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { openAccount, type Account } from '../../account/account.ts'
import { listenAs } from '../../browser/messages.ts'
import { answerRecorder } from '../../recording/answer-recorder.ts'
import { openRecorder } from '../../recording/open-recorder.ts'

/** One identity client for each server: several would refresh one session. */
const accounts = new Map<string, Account>()
function accountOf(server: string): Account {
  const account = accounts.get(server) ?? openAccount(server)
  accounts.set(server, account)
  return account
}

const recorder = openRecorder({ openAccount: accountOf, journal: openUploadJournal() })
listenAs('engine', [answerRecorder(recorder)])
