/** Adds markup from the build, which React would escape, to a rendered page's head. */
export function withInHead(page: string, markup: string): string {
  return page.replace('</head>', () => `${markup}</head>`)
}
