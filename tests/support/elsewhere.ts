/** Addresses by which a link of the application might lead to another site, or run a script. */
export const ELSEWHERE = [
  'https://elsewhere.example', 'HTTPS:elsewhere.example', '//elsewhere.example', '///elsewhere.example',
  '/\\elsewhere.example', '\\\\elsewhere.example', '\\/elsewhere.example', '/\\/elsewhere.example',
  '/\t/elsewhere.example', '/\n/elsewhere.example', '/\r/elsewhere.example', '\t//elsewhere.example',
  '/.//elsewhere.example', '/..//elsewhere.example', '/x/../..//elsewhere.example', '/%2e%2e//elsewhere.example',
  '/%2F/elsewhere.example', '/%2f%2felsewhere.example', '/%5Celsewhere.example', '/%255Celsewhere.example',
  '/%25252Felsewhere.example/', '/%09/elsewhere.example', '/%0d%0aLocation:%20//elsewhere.example',
  '%2F%2Felsewhere.example', 'https%3A%2F%2Felsewhere.example', '@elsewhere.example', '.elsewhere.example',
  'javascript:alert(1)', 'JavaScript:alert(1)', 'java\tscript:alert(1)', '/\u0000/elsewhere.example',
  'data:text/html,x', 'blob:https://elsewhere.example/1', 'vbscript:x', 'file:///etc/passwd',
] as const
