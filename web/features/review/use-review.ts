import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { knownMicrosite, micrositeKey, refreshLists } from '../library/use-microsite.ts'
import { applyEdit, type OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { reviewEdits, type Decision } from './review-edit.ts'
import type { ReviewItem } from './review-items.ts'

/** An owner's action that the server hasn't confirmed. */
interface Act {
  id: number
  /** Built from the current page when it is sent; null: nothing is left to do. */
  getEdit: (site: Microsite) => OwnerEdit | null
  /** It restores whole lists, so it must not be applied to another version. */
  isUndo: boolean
}

/** An action that can be undone. */
interface Done {
  id: number
  before: Microsite
  edit: OwnerEdit
  /** The first item it decided. */
  key: string
}

export interface Review {
  /** The page after pending actions. */
  site: Microsite
  decide: (items: readonly ReviewItem[], decision: Decision) => void
  /** Undoes the last action. @returns the key of its item; null: there is none. */
  undo: () => string | null
  canUndo: boolean
  isSaving: boolean
  /** Why the last actions aren't saved, as a sentence. */
  problem: string | null
  /** Saves again; null: nothing is left to save. */
  retry: (() => void) | null
  /** The page was changed elsewhere, and some actions no longer apply. */
  isOutdated: boolean
}

const OFFLINE = 'Can’t reach the server.'
/** Only a program changes a page this often. */
const MOST_CONFLICTS = 5

/**
 * Saves an owner's decisions, one request at a time. Each shows at once and is kept until saved, even when the screen
 * closes.
 */
export function useReview(confirmed: Microsite): Review {
  const { id } = confirmed
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  // The query updates after an action ends: between the two, its item would reappear briefly.
  const [saved, setSaved] = useState(confirmed)
  const [acts, setActs] = useState<readonly Act[]>([])
  const [done, setDone] = useState<readonly Done[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const saver = useRef({ acts: [] as readonly Act[], isSaving: false, isOpen: true, lastId: 0 })
  useEffect(() => {
    const { current } = saver
    current.isOpen = true
    return () => void (current.isOpen = false)
  }, [])

  const setAll = (next: readonly Act[]) => {
    saver.current.acts = next
    setActs(next)
  }
  const store = (site: Microsite) => {
    queryClient.setQueryData(micrositeKey(id), site)
    setSaved(site)
  }
  const drop = (gone: readonly Act[]) => setAll(saver.current.acts.filter((act) => !gone.includes(act)))

  /** @returns false when the page was changed elsewhere: it was refetched. */
  const saveBatch = async (): Promise<boolean> => {
    const batch = saver.current.acts
    await queryClient.cancelQueries({ queryKey: micrositeKey(id) })
    const base = knownMicrosite(queryClient, id) ?? confirmed
    const { edit, missed } = combined(base, batch)
    if (missed) setOutdated(true)
    if (edit !== null) {
      const body = { ...edit, reviewed: true, updated_at: base.updated_at }
      const path = MICROSITE_PATHS.one(id)
      try {
        store(await api.request(path, micrositeSchema, { method: 'PATCH', body }))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        store(await api.request(path, micrositeSchema))
        const undone = batch.filter(({ isUndo }) => isUndo)
        if (undone.length > 0) setOutdated(true)
        setDone([])
        drop(undone)
        return false
      }
    }
    drop(batch)
    return true
  }
  const save = async () => {
    if (saver.current.isSaving) return
    saver.current.isSaving = true
    setSaving(true)
    setProblem(null)
    try {
      for (let conflicts = 0; saver.current.acts.length > 0 && conflicts < MOST_CONFLICTS;)
        conflicts = (await saveBatch()) ? 0 : conflicts + 1
      if (saver.current.acts.length > 0) setProblem('This microsite is being changed elsewhere.')
    } catch (error) {
      // Reverts decisions that the server rejects for good.
      if (error instanceof ApiError && isRefusal(error)) drop(saver.current.acts)
      const why = error instanceof ApiError ? error.message : OFFLINE
      setProblem(why)
      if (!saver.current.isOpen) toast({ tone: 'danger', text: `We couldn’t save your review. ${why}` })
    } finally {
      saver.current.isSaving = false
      setSaving(false)
      refreshLists(queryClient)
    }
  }
  const act = (getEdit: Act['getEdit'], isUndo = false) => {
    const next = { id: ++saver.current.lastId, getEdit, isUndo }
    setAll([...saver.current.acts, next])
    void save()
    return next.id
  }

  const site = acts.reduce((shown, { getEdit }) => withEdit(shown, getEdit(shown)), pickLater(saved, confirmed))
  return {
    site,
    decide: (items, decision) => {
      const edit = reviewEdits(site, items, decision)
      const [first] = items
      if (edit === null || first === undefined) return
      setOutdated(false)
      const actId = act((now) => reviewEdits(now, items, decision))
      setDone((before) => [...before, { id: actId, before: site, edit, key: first.key }])
    },
    undo: () => {
      const last = done.at(-1)
      if (last === undefined) return null
      setOutdated(false)
      setDone(done.slice(0, -1))
      const back = Object.fromEntries(
        Object.keys(last.edit).map((field) => [field, last.before[field as keyof Microsite]]),
      ) as OwnerEdit
      act(() => back, true)
      return last.key
    },
    canUndo: done.length > 0,
    isSaving,
    problem,
    retry: acts.length > 0 ? () => void save() : null,
    isOutdated,
  }
}

function pickLater(one: Microsite, other: Microsite): Microsite {
  return Date.parse(one.updated_at) > Date.parse(other.updated_at) ? one : other
}

function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status)
}

function withEdit(site: Microsite, edit: OwnerEdit | null): Microsite {
  return edit === null ? site : applyEdit(site, edit)
}

/** One edit for several actions. @returns missed: one of them had nothing left to do. */
function combined(base: Microsite, acts: readonly Act[]): { edit: OwnerEdit | null; missed: boolean } {
  let edit: OwnerEdit = {}
  let missed = false
  for (const { getEdit } of acts) {
    const next = getEdit(withEdit(base, edit))
    if (next === null) missed = true
    else edit = { ...edit, ...next }
  }
  return { edit: Object.keys(edit).length === 0 ? null : edit, missed }
}
