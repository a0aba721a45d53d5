/** What a speaker is called whose name nobody knows. @param number from 1. */
export const numberedSpeaker = (number: number) => `Speaker ${number}`

/** Such names in a text. */
export const NUMBERED_SPEAKERS = /\bSpeaker \d+\b/g
