/** What one part of the settings changes and another one shows. */
export const FACTORS_KEY = ['factors']
export const SESSIONS_KEY = ['sessions']
