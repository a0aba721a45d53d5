import { fireEvent, screen, type BoundFunctions, type queries } from '@testing-library/react'

/** Sets fields by their labels. @param place contains them; defaults to the whole page. */
export function fillIn(texts: Record<string, string>, place: BoundFunctions<typeof queries> = screen): void {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(place.getByLabelText(label), { target: { value } })
}
