import { useRef, useState } from 'react'
import { readCaptionFile } from '../../client/caption-file.ts'
import type { PickedFile } from '../../client/file-handles.ts'
import { unreadableMessage } from '../../failures.ts'
import { isReadable } from '../../client/is-readable.ts'
import { probeDuration } from '../../client/probe-duration.ts'
import { isAudioFile } from '../../client/recording-file.ts'
import { sortFiles, type CallFiles, type RefusedFile } from '../../client/sort-files.ts'
import { isTranscriptFile } from '../../captions/transcript-endings.ts'
import type { ChosenCaptions } from './caption-field.tsx'

export interface ChosenFile extends PickedFile {
  /** Undefined while it is being checked; null if the browser can't determine it. */
  durationSeconds: number | null | undefined
  /** Why the recording can't be read. */
  problem?: string
  /** The text of its caption file, or of the file itself if it is a transcript without a recording. */
  captions?: ChosenCaptions
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>

/** The chosen files, one entry per call, and the rejected ones. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<ChosenFile[]>([])
  const [refused, setRefused] = useState<RefusedFile[]>([])
  const [cleared, setCleared] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const latest = useRef(0)

  const choose = async (picked: readonly PickedFile[], kind: 'video' | 'audio' = 'video') => {
    const mine = (latest.current += 1)
    const { calls, refused: wrong } = sortFiles(picked, kind)
    setRefused(wrong)
    const [first] = calls
    setIsChecking(first !== undefined)
    if (first === undefined) return
    if (calls.length === 1 && !isTranscriptFile(first.file.name) && first.captionFile === null)
      setChosen([{ ...first, durationSeconds: undefined }])
    const ready: ChosenFile[] = []
    for (const call of calls) {
      const checked = await check(call)
      if (checked.chosen) ready.push(checked.chosen)
      wrong.push(...checked.refused)
    }
    if (latest.current !== mine) return
    setIsChecking(false)
    if (ready.length === 0) setCleared(true)
    const isSeveral = ready.length > 1
    const unreadable = isSeveral
      ? ready.flatMap(({ file, problem }) => (problem ? [{ file, reason: problem }] : []))
      : []
    setRefused([...wrong, ...unreadable])
    setChosen(isSeveral ? ready.filter(({ problem }) => problem === undefined) : ready)
  }
  const clear = () => {
    latest.current += 1
    setChosen([])
    setCleared(true)
    setRefused([])
    setIsChecking(false)
  }
  return { chosen, refused, cleared, isChecking, choose, clear }
}

/** The rejected audio recordings, if nothing else was chosen with them. */
export function getAudio(refused: readonly RefusedFile[]): PickedFile[] {
  return refused.filter(({ file }) => isAudioFile(file)).map(({ file }) => ({ file, handle: null }))
}

async function check({
  file,
  handle,
  captionFile,
}: CallFiles): Promise<{ chosen: ChosenFile | null; refused: RefusedFile[] }> {
  const text = isTranscriptFile(file.name) ? file : captionFile
  const read = text && (await readCaptionFile(text))
  const refused = text && read && 'problem' in read ? [{ file: text, reason: read.problem }] : []
  const captions = read && !('problem' in read) ? { captions: read } : {}
  if (text === file)
    return { chosen: refused.length > 0 ? null : { file, handle: null, durationSeconds: null, ...captions }, refused }
  const durationSeconds = await probeDuration(file)
  const isBroken = durationSeconds === null && !(await isReadable(file).catch(() => false))
  const problem = isBroken ? { problem: unreadableMessage(file.name) } : {}
  return { chosen: { file, handle, durationSeconds, ...captions, ...problem }, refused }
}
