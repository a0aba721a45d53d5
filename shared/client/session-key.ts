/** Under this name the browser keeps the web app's session, in localStorage. A page that only asks whether there is one needs no more. */
export const SESSION_KEY = 'auth'
