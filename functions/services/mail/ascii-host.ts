/**
 * The one ASCII form of a host: full-width digits, foreign dots and look-alikes are mapped as the runtime maps them when it connects (UTS 46),
 * other letters become punycode. Null for what is no host; what is ASCII stays as it is, so that odd notations are still seen.
 */
export function asciiHost(text: string): string | null {
  const name = text.trim().toLowerCase();
  if (/^[\x21-\x7e]*$/.test(name)) return name;
  const address = `http://${name}/`;
  if (/[\s/?#@\\:%[\]]/.test(name.normalize('NFKC')) || !URL.canParse(address)) return null;
  return new URL(address).hostname;
}
