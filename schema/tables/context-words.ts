/** Words that everybody tries first in this application; a password that lives of them is refused. Names of the organization and the person come on top. */
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
