/** The frame of a captcha: a checkbox. hCaptcha shows its challenge on top of the page. */
const box = `<!doctype html><html lang="en"><title>Captcha</title><body style="margin:0;font:15px sans-serif">
<div style="box-sizing:border-box;height:100vh;border:1px solid #bbb;background:#fafafa;color:#222;display:flex;align-items:center;padding:0 12px">
<label><input type="checkbox" id="box"> I am a person</label> <span id="state" style="margin-left:12px"></span></div>
<script>
  const tick = document.getElementById('box')
  const state = document.getElementById('state')
  const say = (message) => parent.postMessage({ captcha: name, ...message }, '*')
  const send = async () => say({ token: await (await fetch('/solve', { method: 'POST', body: location.hash.slice(1) })).text() })
  tick.onchange = () => {
    if (!tick.checked) return
    tick.disabled = true
    if (location.pathname.startsWith('/hcaptcha')) say({ ask: true })
    else void send()
  }
  onmessage = ({ data }) => {
    if (data === 'answered') void send()
    if (data === 'solved') state.textContent = 'Solved'
    if (data === 'reset') {
      tick.checked = tick.disabled = false
      state.textContent = ''
    }
  }
  // For tests: expires the token, or breaks the network.
  globalThis.expire = () => say({ expired: true })
  globalThis.fail = () => say({ error: true })
</script>`

const question = `<!doctype html><html lang="en"><title>Captcha question</title><body style="margin:0;padding:12px;font:15px sans-serif;background:#fff;color:#222">
<p>Which of these is a call?</p><button id="answer">The telephone</button>
<script>document.getElementById('answer').onclick = () => parent.postMessage({ captcha: name, answered: true }, '*')</script>`

/** The provider's pages, by path. */
export const CAPTCHA_PAGES: Record<string, string> = {
  '/turnstile/box': box,
  '/hcaptcha/box': box,
  '/hcaptcha/question': question,
}

/** The provider's script: refuses the options, containers and ids that the real one refuses. */
export const CAPTCHA_SCRIPT = (provider: 'turnstile' | 'hcaptcha', siteKey: string): string => `(() => {
  const provider = ${JSON.stringify(provider)}, knownKey = ${JSON.stringify(siteKey)}
  const origin = new URL(document.currentScript.src).origin
  if (globalThis[provider]) throw new Error('The script was loaded twice')
  const OPTIONS = ['sitekey', 'theme', 'size', 'callback', 'expired-callback', 'error-callback']
  const SIZES = { normal: [300, provider === 'turnstile' ? 65 : 74], compact: provider === 'turnstile' ? [150, 140] : [158, 138] }
  const widgets = new Map()
  const find = (id) => {
    const widget = widgets.get(id)
    if (!widget) throw new Error('Nothing to reset found for provided container: ' + id)
    return widget
  }
  const frame = (path, id, width, height) => {
    const element = document.createElement('iframe')
    element.src = origin + path + '#' + widgets.get(id).options.sitekey
    element.name = id
    element.title = path.endsWith('box') ? 'Widget containing a captcha' : 'Captcha question'
    element.style.cssText = 'border:0;display:block;width:' + width + 'px;height:' + height + 'px'
    return element
  }
  const close = (widget) => { widget.overlay?.remove(); widget.overlay = null }
  const api = {
    render(place, options) {
      if (!(place instanceof HTMLElement) || !place.isConnected) throw new Error('Could not find a container')
      if (place.childNodes.length > 0) throw new Error('Only one captcha is permitted per container')
      const unknown = Object.keys(options).filter((name) => !OPTIONS.includes(name))
      if (unknown.length > 0) throw new Error('Unknown options: ' + unknown)
      if (typeof options.sitekey !== 'string') throw new Error('Invalid type for "sitekey"')
      if (!['light', 'dark', 'auto'].includes(options.theme)) throw new Error('Unknown theme')
      if (!SIZES[options.size]) throw new Error('Unknown size')
      const id = provider + '-' + Math.random()
      const widget = { options, place, overlay: null }
      widgets.set(id, widget)
      widget.frame = frame('/' + provider + '/box', id, ...SIZES[options.size])
      place.append(widget.frame)
      // An unknown key is an error of the captcha, not of the call.
      if (options.sitekey !== knownKey) queueMicrotask(() => options['error-callback']('110100'))
      return id
    },
    reset(id) {
      const widget = find(id)
      close(widget)
      widget.frame.contentWindow.postMessage('reset', origin)
    },
    remove(id) {
      const widget = find(id)
      close(widget)
      widget.frame.remove()
      widgets.delete(id)
    },
  }
  addEventListener('message', ({ data, origin: from }) => {
    if (from !== origin || !data.captcha || !widgets.has(data.captcha)) return
    const widget = widgets.get(data.captcha)
    const { options } = widget
    if (data.token) { options.callback(data.token); widget.frame.contentWindow.postMessage('solved', origin) }
    if (data.expired) { widget.frame.contentWindow.postMessage('reset', origin); options['expired-callback']() }
    if (data.error) options['error-callback']('network-error')
    if (data.ask) {
      widget.overlay = document.createElement('div')
      widget.overlay.style.cssText = 'position:absolute;z-index:2147483647;top:10px;left:10px'
      widget.overlay.append(frame('/hcaptcha/question', data.captcha, 240, 110))
      document.body.append(widget.overlay)
    }
    if (data.answered) { close(widget); widget.frame.contentWindow.postMessage('answered', origin) }
  })
  globalThis[provider] = api
  const ready = new URL(document.currentScript.src).searchParams.get('onload')
  if (ready) setTimeout(() => globalThis[ready]())
})()`
