import type { Page } from '@playwright/test'
import type { ProjectOffer } from '#client/lib/offers/project-offers.ts'
import type { MemberOffer, UserOffer } from '#client/lib/offers/organization-offers.ts'

/** A button or an entry of a menu, as a person sees it. */
export interface ShownItem {
  label: string
  isEnabled: boolean
  hasReason: boolean
  menu: string | null
}

/** The rule that offers each item, by the label of the item on a page of a project. */
export const PROJECT_ITEMS: readonly {
  screen: string
  label: RegExp
  menu?: RegExp
  offer: ProjectOffer
}[] = [
  { screen: 'detail', label: /^Move to preparation$/, offer: 'move.preparation' },
  { screen: 'detail', label: /^Add vendors$/, offer: 'move.addVendors' },
  { screen: 'detail', label: /^Publish$/, offer: 'move.publish' },
  { screen: 'detail', label: /^End publishing$/, offer: 'move.validation' },
  { screen: 'detail', label: /^Back to publishing$/, offer: 'move.backToPublished' },
  { screen: 'detail', label: /^Start evaluation$/, offer: 'move.evaluation' },
  { screen: 'detail', label: /^Close$/, offer: 'move.closed' },
  { screen: 'detail', label: /^Create new version$/, offer: 'move.newVersion' },
  { screen: 'detail', label: /^Archive$/, menu: /More/, offer: 'move.archived' },
  { screen: 'detail', label: /^Request early opening/, offer: 'opening.request' },
  { screen: 'detail', label: /^Set deadline/, offer: 'project.edit' },
  { screen: 'detail', label: /^Access of /, offer: 'restrictions.view' },
  { screen: 'packages', label: /^Add package$/, offer: 'packages.create' },
  { screen: 'packages', label: /^Edit weights$/, offer: 'weights.set' },
  { screen: 'packages', label: /^Assign several$/, offer: 'owners.set' },
  { screen: 'packages', label: /^Assign /, offer: 'owners.set' },
  { screen: 'packages', label: /^Add document$/, offer: 'documents.create' },
  { screen: 'packages', label: /^Rename$/, menu: /for package/, offer: 'packages.rename' },
  { screen: 'packages', label: /^Move /, menu: /for package/, offer: 'packages.move' },
  { screen: 'packages', label: /^Delete$/, menu: /for package/, offer: 'packages.delete' },
  {
    screen: 'packages',
    label: /^(Rename|Change (the )?prefix)/,
    menu: /for document/,
    offer: 'documents.edit',
  },
  { screen: 'packages', label: /^Move /, menu: /for document/, offer: 'documents.move' },
  { screen: 'packages', label: /^Clone document/, menu: /for document/, offer: 'documents.clone' },
  { screen: 'packages', label: /^Delete$/, menu: /for document/, offer: 'documents.delete' },
  { screen: 'document', label: /^Add requirement$/, offer: 'requirements.create' },
  { screen: 'document', label: /^Import…$/, offer: 'requirements.import' },
  {
    screen: 'document',
    label: /^Edit answer fields of all/,
    menu: /More/,
    offer: 'requirements.editMany',
  },
  { screen: 'document', label: /^Submit answers…$/, offer: 'answers.submit' },
  { screen: 'document', label: /^Import my answers…$/, menu: /Excel/, offer: 'answers.edit' },
  { screen: 'detail', label: /^Import my answers…$/, menu: /Excel/, offer: 'answers.edit' },
  { screen: 'releases', label: /^Add release$/, offer: 'releases.create' },
  { screen: 'releases', label: /^Edit$/, menu: /for release/, offer: 'releases.edit' },
  { screen: 'releases', label: /^Move /, menu: /for release/, offer: 'releases.move' },
  { screen: 'releases', label: /^Delete$/, menu: /for release/, offer: 'releases.delete' },
  { screen: 'questions', label: /^Ask a question$/, offer: 'questions.ask' },
  { screen: 'pain points', label: /^Report a pain point$/, offer: 'painPoints.report' },
  { screen: 'discussions', label: /^Start a discussion$/, offer: 'discussions.start' },
  { screen: 'settings', label: /^Delete project$/, offer: 'project.delete' },
  { screen: 'settings', label: /^Change owner…$/, offer: 'project.changeOwner' },
  { screen: 'members', label: /^Add member$/, offer: 'members.add' },
  { screen: 'members', label: /^Change roles…$/, menu: /^Actions for/, offer: 'members.setRoles' },
  { screen: 'members', label: /^Remove…$/, menu: /^Actions for/, offer: 'members.remove' },
]

/** Menus that change only how the person sees a table. */
export const NEUTRAL_MENUS = /^(Add filter|Views)$/

/** Menu items that change no data; everyone who sees the page has them. */
export const NEUTRAL = new RegExp(
  `^(${[
    'Copy link',
    'Export…',
    'Export my answers',
    'Export what I see…',
    'Export as ReqIF',
    'Export project as ReqIF',
    'Settings',
    'Keyboard shortcuts',
    'Install app',
    'Send feedback…',
    'Switch organization…',
    'Sign out',
    'Clear all filters',
    'Hide submitted',
    'Drafts to submit',
    'Status.*',
    'Change',
    'Section.*',
    'Answer.*',
    'Search.*',
    'Fields…',
    'Help.*',
    'Theme.*',
  ].join('|')})$`,
)

export const MEMBER_LABELS: { readonly [O in MemberOffer]: RegExp } = {
  setRoles: /^Change roles/,
  makePrimary: /^Make primary/,
  prolong: /^(Prolong|Extend)/,
  unblock: /^Unblock/,
  block: /^Block/,
  disableTwoFactor: /^Deactivate 2FA/,
  approve: /^Approve/,
  refuse: /^Refuse/,
  editProfile: /^Edit profile/,
  resetPassword: /^Send a reset link/,
  remove: /^Remove/,
  removeAccount: /^Delete account/,
}
export const USER_LABELS: { readonly [O in UserOffer]: RegExp } = {
  approve: /^Approve/,
  unblock: /^Unblock/,
  block: /^Block/,
  sessions: /^Sessions/,
  disableTwoFactor: /^Deactivate 2FA/,
  editProfile: /^Edit profile/,
  resetPassword: /^Send a reset link/,
  removeAccount: /^Delete account/,
}

/** Number of menus of one kind to open per page: rows are alike. */
const MENUS_OF_KIND = 2

const readItems = (page: Page, selector: string, menu: string | null): Promise<ShownItem[]> =>
  page.locator(selector).evaluateAll(
    (elements, ofMenu) =>
      elements.flatMap((element) => {
        if (!(element instanceof HTMLElement) || element.getClientRects().length === 0) return []
        const isDisabled = element.matches(':disabled, [aria-disabled=true], [data-disabled=true]')
        const [first = ''] = element.innerText.split('\n')
        const described = element.getAttribute('aria-describedby') ?? ''
        const reason =
          described === '' ? '' : (document.getElementById(described)?.textContent ?? '')
        const label =
          ofMenu === null ? (element.getAttribute('aria-label') ?? first.trim()) : first.trim()
        // A read-only form explains itself above its fields; an icon button explains itself in its
        // tooltip.
        const isExplained =
          reason !== '' ||
          element.innerText.trim().includes('\n') ||
          (element.title !== '' && element.title !== label) ||
          element.closest('fieldset[disabled]') !== null
        return [{ label, isEnabled: !isDisabled, hasReason: isExplained, menu: ofMenu }]
      }),
    menu,
  )

const kindOf = (label: string): string =>
  label.replace(/^(Actions for( document| package| release)?).*/, '$1')

/** A click on a list that is just re-rendering is lost, so click again. */
const openMenu = async (page: Page, opener: ReturnType<Page['locator']>): Promise<void> => {
  const menu = page.getByRole('menu')
  await opener.click()
  await menu.waitFor({ timeout: 2_000 }).catch(async () => {
    await opener.click()
    await menu.waitFor()
  })
}

/** Every button of the page and every item of its menus. */
export const shownItems = async (page: Page): Promise<ShownItem[]> => {
  const items = await readItems(page, 'main button', null)
  const openers = page.locator('main [aria-haspopup=menu]')
  const seen = new Map<string, number>()
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index)
    const label = (await opener.getAttribute('aria-label')) ?? (await opener.innerText())
    const kind = kindOf(label)
    const count = seen.get(kind) ?? 0
    seen.set(kind, count + 1)
    if (count >= MENUS_OF_KIND || !(await opener.isVisible())) continue
    await openMenu(page, opener)
    items.push(...(await readItems(page, '[role=menu] [role=menuitem]', label)))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden', timeout: 20_000 })
  }
  return items
}
