/** A section is reached when it comes to the middle of the window. */
const MIDDLE = '-30% 0px'

/** Collects the page's sections in the order they are reached. @param onMore is called after each of them. */
export function collectSections(onMore: () => void): readonly string[] {
  const reached: string[] = []
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = target instanceof HTMLElement ? target.dataset['section'] : undefined
        if (!isIntersecting || name === undefined) continue
        observer.unobserve(target)
        reached.push(name)
        onMore()
      }
    },
    { rootMargin: MIDDLE },
  )
  for (const section of document.querySelectorAll('[data-section]')) observer.observe(section)
  return reached
}
