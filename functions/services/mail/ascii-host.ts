/**
 * The single ASCII form of a host: full-width digits, foreign dots and look-alikes are mapped as the runtime maps them when it connects
 * (UTS 46); other letters become punycode. Null if the text is not a host. ASCII text stays unchanged, so that later checks still see odd
 * notations.
 */
export function asciiHost(text: string): string | null {
  const name = text.trim().toLowerCase();
  if (/^[\x21-\x7e]*$/.test(name)) return name;
  const address = `http://${name}/`;
  if (/[\s/?#@\\:%[\]]/.test(name.normalize('NFKC')) || !URL.canParse(address)) return null;
  return new URL(address).hostname;
}
