import type { RoleId } from '#schema/tables/role-permissions.ts'

/**
 * Satisfies the password rule. Shown on the sign-in page of a demo and in the README, and used only
 * there.
 */
export const DEMO_PASSWORD = 'Tenderbook-2026'

export interface DemoAccount {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** Key of the organization in load-demo.ts. */
  readonly organization: 'requestor' | 'drupal' | 'plone' | 'nvda'
  readonly roles: readonly RoleId[]
  readonly isPrimaryContact: boolean
  /** Text beside the name on the sign-in page. */
  readonly label: string
}

/** Accounts are named after their roles; none is a real person. */
export const DEMO_ACCOUNTS = [
  {
    username: 'owner',
    firstName: 'Demo',
    lastName: 'Owner',
    organization: 'requestor',
    roles: ['role-org-admin'],
    isPrimaryContact: false,
    label: 'Project owner',
  },
  {
    username: 'evaluator',
    firstName: 'Demo',
    lastName: 'Evaluator',
    organization: 'requestor',
    roles: [],
    isPrimaryContact: false,
    label: 'Approver',
  },
  {
    username: 'author',
    firstName: 'Demo',
    lastName: 'Author',
    organization: 'requestor',
    roles: ['role-org-power-user'],
    isPrimaryContact: false,
    label: 'Author, can create projects',
  },
  {
    username: 'drupal-primary',
    firstName: 'Drupal',
    lastName: 'Contact 1',
    organization: 'drupal',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
    label: 'Primary contact',
  },
  {
    username: 'drupal-contact',
    firstName: 'Drupal',
    lastName: 'Contact 2',
    organization: 'drupal',
    roles: ['role-vendor-contact'],
    isPrimaryContact: false,
    label: 'Contact',
  },
  {
    username: 'plone-primary',
    firstName: 'Plone',
    lastName: 'Contact 1',
    organization: 'plone',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
    label: 'Primary contact',
  },
  {
    username: 'plone-contact',
    firstName: 'Plone',
    lastName: 'Contact 2',
    organization: 'plone',
    roles: ['role-vendor-contact'],
    isPrimaryContact: false,
    label: 'Contact',
  },
  {
    username: 'nvda-primary',
    firstName: 'NVDA',
    lastName: 'Contact 1',
    organization: 'nvda',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
    label: 'Primary contact',
  },
  {
    username: 'nvda-contact',
    firstName: 'NVDA',
    lastName: 'Contact 2',
    organization: 'nvda',
    roles: ['role-vendor-contact'],
    isPrimaryContact: false,
    label: 'Contact',
  },
] as const satisfies readonly DemoAccount[]

export type DemoUsername = (typeof DEMO_ACCOUNTS)[number]['username']
