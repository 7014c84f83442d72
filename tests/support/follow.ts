import { expect, type Page } from '@playwright/test'

/** The part of the router that the application leaves on `window`, for its developer tools. */
interface Router {
  readonly state: { readonly status: string; readonly resolvedLocation?: { href: string } }
  readonly latestLocation: { readonly href: string }
  navigate(target: { href: string }): Promise<void>
}

/**
 * Opens `path` as a link in the page does and waits until the new page is drawn. The application
 * stays loaded: `page.goto` parses and runs it again, which takes four times the processor time.
 * Use `page.goto` where loading is what the test is about.
 */
export const follow = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(async (href) => {
    await (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href })
  }, path)
  await page.waitForFunction(() => {
    const { state, latestLocation } = (globalThis as unknown as { __TSR_ROUTER__: Router })
      .__TSR_ROUTER__
    return state.status === 'idle' && state.resolvedLocation?.href === latestLocation.href
  })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}
