/** Under this name the browser keeps the web app's session, in localStorage. A page that only asks whether there is one needs no more. */
export const SESSION_KEY = 'auth'
/** The same for a sign-in with another service, in the tab's own storage while the browser is there. */
export const PROVIDER_SESSION_KEY = 'auth.provider'
