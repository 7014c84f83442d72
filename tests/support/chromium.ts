import { existsSync } from 'node:fs'

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser of the machine: CHROMIUM names one, else Debian's. `npm test` installs it where it
 * may.
 */
export const chromiumPath = (): string => {
  const named = process.env['CHROMIUM']
  if (named) return named
  const found = KNOWN_PLACES.find((place) => existsSync(place))
  if (!found)
    throw new Error(
      'No Chromium: install the package "chromium" or name one in the variable CHROMIUM',
    )
  return found
}

/**
 * Parts of the browser around the page, which no test sees. The lists below the address bar alone
 * are two pages of their own for each window: a second of a core's work, as much as signing in. The
 * later of two such lists counts for Chromium, so what the test runner turns off is named here
 * again.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  `--disable-features=${WITHOUT.join()}`,
]
