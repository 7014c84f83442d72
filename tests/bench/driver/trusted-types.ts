interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/** The server's policy requires this: only scripts of the own origin pass. */
const createScriptURL = (url: string): string => {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`Foreign script: ${url}`)
  return url
}
;(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createScriptURL,
})
export {}
