const LOCAL = /^[^\s\p{Cc}@"(),:;<>[\]\\]+$/u;
// Invisible characters are refused: two addresses would look like one.
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;

/**
 * Whether a text has the shape of an e-mail address: at most 254 characters, one @, a domain with a dot. Quoted local parts are refused.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || UNSEEN.test(text)) return false;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64 || !LOCAL.test(local)) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => label.length <= 63 && LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
