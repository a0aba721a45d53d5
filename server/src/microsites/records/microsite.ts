import type { MicrositeRow } from '../../db/schema.ts'
import type { SearchedTexts } from '../search/search-repo.ts'

declare const owned: unique symbol

/** A microsite read by its owner, with the names of its tags; required to change or show one. */
export type OwnedMicrosite = MicrositeRow & { readonly tagNames: string[]; readonly [owned]: true }

/** The fields of a microsite that can be changed. */
export type MicrositeChange = Partial<Omit<MicrositeRow, 'id' | 'userId' | 'updatedAt'>>

/** Fields that can be changed without reading the microsite first: none of them is searched. */
export type WorkChange = Omit<MicrositeChange, keyof SearchedTexts>

export type NewMicrosite = Pick<
  MicrositeRow,
  'id' | 'userId' | 'title' | 'description' | 'sourceKey' | 'language' | 'sample'
> &
  Partial<
    Pick<
      MicrositeRow,
      | 'titleSource'
      | 'recapLanguage'
      | 'callDate'
      | 'consentAt'
      | 'awaiting'
      | 'untilModel'
      | 'chapters'
      | 'participants'
    >
  >

/** The outcome of a counted write; `duplicate`: this upload or the sample call has a microsite already. */
export type QuotaOutcome = 'done' | 'limit_reached' | 'duplicate'
