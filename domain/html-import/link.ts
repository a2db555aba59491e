/** An address as a browser reads it: without the control characters and spaces that hide its scheme. */
const bare = (address: string): string => address.replace(/[\p{Cc}\p{Z}\p{Cf}]/gu, '').toLowerCase();

const allowed = /^(?:https:\/\/[^/]|mailto:|tel:|#)/;
const scripts = /^(?:javascript|vbscript|livescript|data|blob|about|file|view-source|feed):/;

/** Where a link may lead: https, an e-mail address, a telephone or a place in the text. */
export const linkFault = (address: string): 'scripts' | 'element' | null => {
  const plain = bare(address);
  if (allowed.test(plain)) return null;
  return scripts.test(plain) ? 'scripts' : 'element';
};
