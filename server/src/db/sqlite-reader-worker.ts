import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { ReaderAnswer, ReaderFile, ReaderQuestion } from './sqlite-reader.ts'

const { file, busyMs } = workerData as ReaderFile
const client = new Sqlite(file, { readonly: true, timeout: busyMs })

function answer({ sql, params }: ReaderQuestion): ReaderAnswer {
  try {
    return {
      rows: client
        .prepare<unknown[], unknown[]>(sql)
        .raw()
        .all(...params),
    }
  } catch (error) {
    if (!(error instanceof Error)) return { message: String(error), code: undefined }
    return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
  }
}

parentPort?.on('message', (question: ReaderQuestion) => parentPort?.postMessage(answer(question)))
