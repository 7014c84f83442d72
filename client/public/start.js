// Runs before everything else: modules are evaluated in an order that the bundler chooses, and the theme has to stand before the first paint.
(() => {
  // Where it is forbidden, reading the very name throws, and no module would get past that. What stands there is then kept as long as the page.
  try {
    localStorage.getItem('')
  } catch {
    const ways = {
      getItem(key) { return Object.hasOwn(this, key) ? this[key] : null },
      setItem(key, value) { this[key] = String(value) },
      removeItem(key) { delete this[key] },
    }
    // A real one lists its keys and nothing else.
    Object.defineProperty(window, 'localStorage', { value: Object.create(ways) })
  }

  // The key is the one of client/ui/browser/theme.ts.
  document.documentElement.dataset.mantineColorScheme = localStorage.getItem('tenderbook.theme') === 'light' ? 'light' : 'dark'

  // As in client/locales/start-locale.ts.
  document.documentElement.lang = localStorage.getItem('tenderbook.language') === 'sk' ? 'sk' : 'en'

  // Who is signed in sees the frame of the page at once (client/styles/frame.css); client/main.tsx removes it.
  const framed = () => {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null')
    if (user === null || /^\/(?:registration|forgotten|reset|confirmation|verify|email|password)/.test(location.pathname)) return
    // The key is the one of client/lib/form-keys.ts.
    const isFolded = localStorage.getItem(`tenderbook.user-${user.userId}.rail.folded`) === 'true'
    document.documentElement.dataset.frame = isFolded ? 'folded' : 'open'
  }
  try {
    framed()
  } catch {
    // Without the frame the page comes a moment later.
  }

  // The one policy of Trusted Types. Scripts and workers: own origin only. Markup: none; the kit writes style sheets through innerHTML of a
  // style element, and text without an angle bracket can be nothing but text.
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`Foreign script: ${url}`)
      return url
    },
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('Markup is not written as text')
      return text
    },
  })
})()
