// Runs before everything else: modules are evaluated in an order that the bundler chooses, and the theme has to stand before the first paint.
(() => {
  // The key is the one of client/ui/theme.ts.
  let scheme = 'dark'
  try {
    scheme = localStorage.getItem('tenderbook.theme') === 'light' ? 'light' : 'dark'
  } catch {
    // Storage may be forbidden; dark is the default.
  }
  document.documentElement.dataset.mantineColorScheme = scheme

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
