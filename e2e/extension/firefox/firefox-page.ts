import { waitFor } from '../../fixtures/server.ts'
import type { BidiSession } from './bidi.ts'

/** A tab of Firefox, used by what its page shows. */
export interface FirefoxPage {
  /** The visible text. */
  text(): Promise<string>
  /** @returns an expression's value, as JSON. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Clicks the button or link of this name, once it is there. */
  click(name: string): Promise<void>
  /** Types into a field, replacing its content. @param selector CSS. */
  type(selector: string, text: string): Promise<void>
  /** Chooses a file. @param selector CSS of the file field. */
  choose(selector: string, path: string): Promise<void>
  close(): Promise<void>
}

interface Found {
  nodes: { sharedId: string }[]
}

/** Opens a page in a new tab. */
export async function openFirefoxPage({ send }: BidiSession, url: string): Promise<FirefoxPage> {
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
  // Firefox never reports that a page of an extension has loaded, because another process takes over.
  await send('browsingContext.navigate', { context, url, wait: 'none' })
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const target = { context }
    const { result } = await send<{ result?: { value: string } }>('script.evaluate', {
      expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
      target,
      awaitPromise: true,
      userActivation: true,
    })
    if (result === undefined) throw new Error(`${expression} failed`)
    return (result.value === undefined ? undefined : JSON.parse(result.value)) as Value
  }
  await waitFor(
    () => evaluate<boolean>(`document.readyState === 'complete' && location.href !== 'about:blank'`).catch(() => false),
    url,
  )

  async function find(locators: object[], what: string): Promise<{ sharedId: string }> {
    let node: Found['nodes'][number] | undefined
    await waitFor(async () => {
      for (const locator of locators)
        node ??= (await send<Found>('browsingContext.locateNodes', { context, locator })).nodes[0]
      return node !== undefined
    }, what)
    if (node === undefined) throw new Error(what)
    return { sharedId: node.sharedId }
  }
  const findByCss = (selector: string) => find([{ type: 'css', value: selector }], selector)

  async function press(element: { sharedId: string }): Promise<void> {
    await send('script.callFunction', {
      functionDeclaration: `async (element) => {
        while (element.disabled) await new Promise(requestAnimationFrame)
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        await new Promise(requestAnimationFrame)
      }`,
      arguments: [element],
      target: { context },
      awaitPromise: true,
    })
    const origin = { type: 'element', element }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  return {
    evaluate,
    text: () => evaluate('document.body.innerText'),
    async click(name) {
      const roles = ['button', 'link'].map((role) => ({ type: 'accessibility', value: { role, name } }))
      await press(await find(roles, name))
    },
    async type(selector, text) {
      const element = await findByCss(selector)
      await send('script.callFunction', {
        functionDeclaration: '(element) => element.select()',
        arguments: [element],
        target: { context },
        awaitPromise: false,
      })
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async choose(selector, path) {
      await send('input.setFiles', { context, element: await findByCss(selector), files: [path] })
    },
    close: async () => void (await send('browsingContext.close', { context })),
  }
}
