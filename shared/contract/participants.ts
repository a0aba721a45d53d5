import * as z from 'zod/mini'
import { MAX_PARTICIPANT, MAX_PARTICIPANTS } from '../participants.ts'
import { nameSchema } from './name.ts'

/** Names of the people in a call, as its meeting's page showed them, in order of appearance. */
export const participantsSchema = z.pipe(
  z
    .array(nameSchema().check(z.trim(), z.minLength(1), z.maxLength(MAX_PARTICIPANT)))
    .check(z.maxLength(MAX_PARTICIPANTS)),
  z.transform((names) => [...new Set(names)]),
)
