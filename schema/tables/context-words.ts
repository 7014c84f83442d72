/**
 * Words that attackers try first against this application. Passwords based on them are refused. The
 * names of organization and person are added.
 */
export const CONTEXT_WORDS = [
  'tenderbook',
  'tender',
  'vendor',
  'supplier',
  'requirement',
  'commitment',
  'project',
  'evaluation',
  'organization',
  'password',
  'welcome',
  'admin',
  'heslo',
  'dodavatel',
  'ponuka',
  'projekt',
] as const
