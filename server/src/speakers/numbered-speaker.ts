/** The label of a speaker whose name is unknown. @param number from 1. */
export const numberedSpeaker = (number: number) => `Speaker ${number}`

/** Such labels in a text. */
export const NUMBERED_SPEAKERS = /\bSpeaker \d+\b/g
