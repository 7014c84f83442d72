import { existsSync } from 'node:fs'

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Path of the browser: CHROMIUM if set, otherwise Debian's. `npm test` installs it where it may.
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
 * Features of the browser outside the page, which no test sees. The lists below the address bar
 * alone open two pages per window, which costs a second of one core, as much as signing in.
 * Chromium uses the last of two such switches only, so this list repeats what the test runner turns
 * off.
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
