import * as z from 'zod/mini'

/** Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX #9). */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A typed name, without characters that change the text direction of itself and of what follows. */
export const nameSchema = () => z.string().check(z.overwrite((name) => name.replace(DIRECTION, '')))
