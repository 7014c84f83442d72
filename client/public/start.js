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

  // If a script or the styles of the page do not arrive, nothing else can say so. Load the page again by itself at most three times, then
  // wait for the person or the network.
  const KEY = 'tenderbook.start.tries'
  const WORDS = {
    en: ['Tenderbook could not be loaded', 'A part of the application did not arrive. Check the connection, then try again.', 'Try again'],
    sk: ['Tenderbook sa nepodarilo načítať', 'Časť aplikácie neprišla. Skontrolujte pripojenie a skúste to znova.', 'Skúsiť znova'],
  }
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })
  // Attempts of the last minute. Without storage no attempt can be counted, so none is made.
  const triesSoFar = () => {
    try {
      const [tries = 0, at = 0] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
      const recent = Date.now() - at < 60000 ? tries : 0
      sessionStorage.setItem(KEY, JSON.stringify([recent + 1, Date.now()]))
      return recent
    } catch {
      return Infinity
    }
  }
  let isTold = false
  const tell = ({ target }) => {
    const isOfThePage = target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    const root = document.getElementById('root')
    if (isTold || !isOfThePage || root?.hasChildNodes()) return
    isTold = true
    // The application may have started since, without its styles.
    const again = () => document.querySelector('.start-failure') && location.reload()
    const [title, reason, retry] = WORDS[document.documentElement.lang] ?? WORDS.en
    const show = () => {
      const page = element('main', '')
      const button = element('button', retry)
      button.onclick = again
      page.className = 'start-failure'
      page.append(element('h1', title), element('p', reason), button)
      delete document.documentElement.dataset.frame
      document.getElementById('root').append(page)
    }
    if (root) show()
    else addEventListener('DOMContentLoaded', show)
    addEventListener('online', again)
    const tries = triesSoFar()
    if (tries < 3 && navigator.onLine) setTimeout(again, 2000 * 2 ** tries)
  }
  addEventListener('error', tell, true)
})()
