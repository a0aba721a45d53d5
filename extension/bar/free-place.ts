/** A corner of the bar, in pixels from the top left of the page. */
export interface Place {
  left: number
  top: number
}

interface Size {
  width: number
  height: number
}

const EDGE = 8
/** Below a page's own bar at the top. */
const LOWER = 72
const CONTROLS = 'button, a[href], input, select, textarea, [role="button"], [role="menuitem"], [role="tab"]'
/** A larger one is a participant's video tile, not a control. Pixels. */
const LARGEST_CONTROL = { width: 320, height: 120 }

/** The first place of the bar, from the top center on, where it covers none of the page's controls. */
export function freePlace(bar: Size, page: Size, isControlAt: (x: number, y: number) => boolean): Place {
  const center = Math.max(EDGE, (page.width - bar.width) / 2)
  const right = Math.max(EDGE, page.width - bar.width - EDGE)
  const places = [EDGE, LOWER, 2 * LOWER].flatMap((top) => [center, EDGE, right].map((left) => ({ left, top })))
  return places.find((place) => isFree(place, bar, isControlAt)) ?? { left: center, top: EDGE }
}

function isFree(
  { left, top }: Place,
  { width, height }: Size,
  isControlAt: (x: number, y: number) => boolean,
): boolean {
  const steps = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]
  return steps.every((x) => [0, 0.5, 1].every((y) => !isControlAt(left + x * width, top + y * height)))
}

/** Whether one of the page's controls is there, also below the bar. */
export function controlAt(page: Document, bar: Element, x: number, y: number): boolean {
  return page.elementsFromPoint(x, y).some((element) => {
    const control = element === bar ? null : element.closest(CONTROLS)
    const { width = 0, height = 0 } = control?.getBoundingClientRect() ?? {}
    return control !== null && width <= LARGEST_CONTROL.width && height <= LARGEST_CONTROL.height
  })
}
