import type { BrowserContext } from '@playwright/test'

/** Problems in the pages of one context that the test itself does not check. */
export interface PageWatch {
  readonly problems: string[]
  /** With `true`, failed requests are expected until a call with `false`. */
  expectNetworkErrors(expected: boolean): void
}

const NETWORK_ERROR =
  /net::ERR_|Failed to load resource|WebSocket connection to|NetworkError|Failed to fetch/
/**
 * Chromium reports refusals of the server (401, 409 …) as console errors too; the application shows
 * them to the person.
 */
const REFUSAL = /the server responded with a status of 4\d\d/
/**
 * Asking Chromium for a picture of the screen also logs that the camera is not allowed, although
 * the page never asks for the camera.
 */
const SCREEN_NOISE = /Permissions policy violation: camera is not allowed/
const CSP_BINDING = 'reportCspViolation'

/**
 * Collects violations of the content security policy, requests to other servers, uncaught errors
 * and console errors.
 */
export const watchPages = async (context: BrowserContext): Promise<PageWatch> => {
  const problems: string[] = []
  let networkErrorsExpected = false
  await context.exposeBinding(
    CSP_BINDING,
    (_source, text: string) => void problems.push(`CSP violation: ${text}`),
  )
  await context.addInitScript((binding) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, binding)
      if (typeof report === 'function')
        report(
          `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
        )
    })
  }, CSP_BINDING)
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^(?:https?|wss?):$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname))
      problems.push(`asked another server: ${request.url()}`)
  })
  context.on('weberror', (event) =>
    problems.push(`uncaught: ${event.error().stack || String(event.error())}`),
  )
  context.on('console', (message) => {
    const text = message.text()
    if (/Content[- ]Security[- ]Policy/i.test(text))
      return void problems.push(`CSP violation: ${text}`)
    if (message.type() !== 'error' || REFUSAL.test(text) || SCREEN_NOISE.test(text)) return
    if (networkErrorsExpected && NETWORK_ERROR.test(text)) return
    problems.push(
      `console error: ${text} (${message.location().url}:${message.location().lineNumber})`,
    )
  })
  return {
    problems,
    expectNetworkErrors: (expected) => {
      networkErrorsExpected = expected
    },
  }
}
