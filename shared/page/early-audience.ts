import { SESSION_KEY } from '../session-key.ts'

/**
 * Runs before the first paint of a public page, so that its bar doesn't change for signed-in users. The content policy
 * allows exactly this script inside a page.
 */
export const EARLY_AUDIENCE = `try{if(localStorage.getItem('${SESSION_KEY}')!==null)document.documentElement.dataset.audience='users'}catch{}`
