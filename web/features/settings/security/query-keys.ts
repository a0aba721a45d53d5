/** Query keys shared between parts of the settings. */
export const FACTORS_KEY = ['factors']
export const SESSIONS_KEY = ['sessions']
