import { revise, type ReviseDeps } from './revise.ts'
import { searchText } from './search-text.ts'

/** Makes microsites of older versions findable. */
export async function indexSearch(deps: ReviseDeps): Promise<void> {
  for (const id of await deps.microsites.listUnsearchable()) {
    await revise(
      deps,
      () => deps.microsites.findForProcessing(id),
      (site) => ({ searchText: searchText(site) }),
    )
  }
}
