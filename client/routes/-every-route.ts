/**
 * Who may open a page, as far as the session alone decides. `nobody`: only people who are not
 * signed in. `code`: only during a sign-in.
 */
export type Audience =
  | 'everybody'
  | 'nobody'
  | 'code'
  | 'user'
  | 'home'
  | 'requestor'
  | 'vendor'
  | 'administrator'

/** Every page of the product, by path. */
export const EVERY_ROUTE = {
  '/login': 'nobody',
  '/login-2fa': 'code',
  '/registration': 'nobody',
  '/registration-2fa': 'code',
  '/registration-success': 'everybody',
  '/registration-approval': 'everybody',
  '/forgotten-password': 'nobody',
  '/forgotten-password-success': 'everybody',
  '/reset-password': 'everybody',
  '/confirmation-link-invalid': 'everybody',
  '/verify-email': 'everybody',
  '/email-verification': 'everybody',
  '/email-landing': 'everybody',
  '/email-change-confirmation': 'everybody',
  '/email-change-undo': 'everybody',
  '/password-change-confirmation': 'everybody',
  '/unsubscribe': 'everybody',
  '/download': 'user',
  '/': 'home',
  '/dashboard': 'requestor',
  '/projects': 'requestor',
  '/settings/profile': 'requestor',
  '/settings/account': 'requestor',
  '/settings/2fa': 'requestor',
  '/settings/projects': 'requestor',
  '/settings/organizations': 'requestor',
  '/project/$id/detail': 'user',
  '/project/$id/evaluation-detail': 'user',
  '/project/$id/packages': 'user',
  '/project/$id/packages/$packageId': 'user',
  '/project/$id/documents/$documentId': 'user',
  '/project/$id/documents/$documentId/requirement/$requirementFullId': 'user',
  '/project/$id/versions': 'user',
  '/project/$id/questions-and-answers/all': 'user',
  '/project/$id/questions-and-answers/general': 'user',
  '/project/$id/pain-points': 'user',
  '/project/$id/discussions': 'user',
  '/project/$id/releases': 'user',
  '/project/$id/history': 'user',
  '/project/$id/exports': 'user',
  '/project/$id/settings/general': 'user',
  '/project/$id/settings/members': 'user',
  '/project/$id/settings/roles': 'user',
  '/project/$id/settings/permissions': 'user',
  '/organization/$id/projects': 'requestor',
  '/organization/$id/members': 'requestor',
  '/organization/$id/vendors': 'requestor',
  '/organization/$id/vendor/$vendorId/detail': 'requestor',
  '/organization/$id/templates/requirement-templates': 'requestor',
  '/organization/$id/templates/requirement-templates/create': 'requestor',
  '/organization/$id/templates/requirement-templates/$requirementTemplateId/detail': 'requestor',
  '/organization/$id/templates/requirement-templates/$requirementTemplateId/edit': 'requestor',
  '/organization/$id/settings/profile': 'requestor',
  '/organization/$id/settings/access-log': 'requestor',
  '/administration': 'administrator',
  '/profile/$username': 'user',
  '/vendor/dashboard/projects': 'vendor',
  '/vendor/dashboard/collaborators': 'vendor',
  '/vendor/dashboard/personal': 'vendor',
  '/vendor/dashboard/account': 'vendor',
  '/vendor/dashboard/2fa': 'vendor',
  '/vendor/dashboard/notices': 'vendor',
} as const satisfies Record<string, Audience>
export type RoutePath = keyof typeof EVERY_ROUTE

/**
 * Pages that are not built yet, with what they are planned with. Remove a path once its page
 * exists.
 */
export const NOT_BUILT = {
  '/download': 'with exports',
  '/organization/$id/templates/requirement-templates': 'with templates',
  '/organization/$id/templates/requirement-templates/create': 'with templates',
  '/organization/$id/templates/requirement-templates/$requirementTemplateId/detail':
    'with templates',
  '/organization/$id/templates/requirement-templates/$requirementTemplateId/edit': 'with templates',
} as const satisfies { readonly [P in RoutePath]?: string }

/** Paths that only redirect, and lists that the specification does not name as pages. */
export const BESIDE = [
  '/settings',
  '/organization/$id',
  '/project/$id',
  '/vendor',
  '/vendor/dashboard',
  '/project/$id/documents',
] as const
