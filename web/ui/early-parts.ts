import { useEffect } from 'react'

export const loadDialogBox = async () => (await import('./dialog-box.tsx')).DialogBox
export const loadConfirmBox = async () => (await import('./confirm-box.tsx')).ConfirmBox
export const loadMenuList = async () => (await import('./menu-list.tsx')).MenuList
export const loadToastBox = async () => (await import('./toast-box.tsx')).ToastBox

const SIGNS_OF_A_HAND = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches what dialogs, menus and toasts are made of at the first sign of a hand: not needed to see a page, it is there before it is
 * asked for, and stays when the network goes or the server is replaced.
 */
export function useEarlyParts(): void {
  useEffect(() => {
    const stop = new AbortController()
    const fetchAll = () => {
      stop.abort()
      // What fails here is told when it is needed.
      void Promise.allSettled([loadDialogBox(), loadConfirmBox(), loadMenuList(), loadToastBox()])
    }
    for (const sign of SIGNS_OF_A_HAND) addEventListener(sign, fetchAll, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
}
