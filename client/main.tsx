import './styles/kit.css'
import './styles/theme.css'
import './styles/frame.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
// Import at once: the browser offers installation only once, possibly before the sign-in.
import './features/shell/install.ts'
import { noteMissingStyles } from './lib/missing-styles.ts'
import { goOnWithoutStorage, sessionReady, storageMissing } from './lib/session.ts'
import { chosenLanguage, startLocale } from './locales/start-locale.ts'
import { router } from './router.ts'
import { listenToKeys } from './ui/keyboard/commands.ts'
import { ConfirmHost } from './ui/dialogs/confirm.tsx'
import { watchSeenHeight } from './ui/browser/seen-height.ts'
import { colorSchemeManager, theme } from './ui/browser/theme.ts'
import { ToastHost } from './ui/feedback/toast.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)
const localeReady = startLocale(chosenLanguage())
listenToKeys()
noteMissingStyles()
watchSeenHeight()

const element = document.getElementById('root')
if (element === null) throw new Error('The page has no root element')
const root = createRoot(element)

let screen: ReactNode = null
// Remounts everything in a new language, because not every component subscribes to it.
const draw = (): void => {
  document.documentElement.lang = i18n.locale
  root.render(
    <I18nProvider i18n={i18n} key={i18n.locale}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="dark"
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={() => nonce}
      >
        {screen}
      </MantineProvider>
    </I18nProvider>,
  )
}
/** Removes the first-paint frame once the page has rendered. */
const removeFrame = (): void => {
  delete document.documentElement.dataset.frame
  document.getElementById('frame')?.remove()
}
router.subscribe('onRendered', removeFrame)
const render = (next: ReactNode): void => {
  screen = next
  void localeReady.then(draw)
}
void localeReady.then(() => i18n.on('change', draw))
// No top-level await: the bundler would split what pages share with this entry into dozens of small
// files.
const showApplication = () =>
  render(
    <>
      <RouterProvider router={router} />
      <ConfirmHost />
      <ToastHost />
    </>,
  )
sessionReady.then(showApplication, () => undefined)
void storageMissing.then(async () => {
  const { StorageMissing } = await import('./features/shell/storage-missing.tsx')
  render(<StorageMissing onGoOn={() => void goOnWithoutStorage().then(showApplication)} />)
  removeFrame()
})
