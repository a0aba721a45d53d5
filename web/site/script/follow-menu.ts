/** The bar's menu on a phone: its button opens it, the button, Escape and any link close it. */
export function followMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('[aria-controls="site-menu"]')
  const menu = document.getElementById('site-menu')
  if (button === null || menu === null) return
  const show = (open: boolean) => {
    menu.hidden = !open
    button.setAttribute('aria-expanded', String(open))
    button.setAttribute('aria-label', open ? 'Close menu' : 'Open menu')
  }
  button.addEventListener('click', () => show(menu.hidden === true))
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) show(false)
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || menu.hidden) return
    show(false)
    button.focus()
  })
}
