// A classic script, so that it runs before the first paint and before any module.
(() => {
  // If storage is blocked, accessing `localStorage` throws, which would stop every module. Replace it with an object that lives as long
  // as the page.
  try {
    localStorage.getItem('')
  } catch {
    const ways = {
      getItem(key) { return Object.hasOwn(this, key) ? this[key] : null },
      setItem(key, value) { this[key] = String(value) },
      removeItem(key) { delete this[key] },
    }
    // Inherit the methods: like a real Storage, the object must enumerate only its keys.
    Object.defineProperty(window, 'localStorage', { value: Object.create(ways) })
  }

  // The same key as in client/ui/browser/theme.ts.
  document.documentElement.dataset.mantineColorScheme = localStorage.getItem('tenderbook.theme') === 'light' ? 'light' : 'dark'

  // The same key as in client/locales/start-locale.ts.
  document.documentElement.lang = localStorage.getItem('tenderbook.language') === 'sk' ? 'sk' : 'en'

  // Show a signed-in person the frame of the page at once (client/styles/frame.css); client/main.tsx removes it.
  const framed = () => {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null')
    if (user === null || /^\/(?:registration|forgotten|reset|confirmation|verify|email|password)/.test(location.pathname)) return
    // The same key as in client/lib/form-keys.ts.
    const isFolded = localStorage.getItem(`tenderbook.user-${user.userId}.rail.folded`) === 'true'
    document.documentElement.dataset.frame = isFolded ? 'folded' : 'open'
  }
  try {
    framed()
  } catch {
    // Ignore the error: without the frame, the page only appears a moment later.
  }

  // The only Trusted Types policy. Scripts and workers: own origin only. Markup: none. Mantine sets style sheets through innerHTML of a style
  // element, so text without an angle bracket is allowed: it cannot be markup.
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
