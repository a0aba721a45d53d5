/** localStorage key of the web app's session. A page that only checks whether there is one needs nothing else. */
export const SESSION_KEY = 'auth'
/** The same for a sign-in with another service, in the tab's own storage until the browser returns. */
export const PROVIDER_SESSION_KEY = 'auth.provider'
