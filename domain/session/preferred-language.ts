import { type Language, languages } from './languages.ts';

/** The first of our languages that a browser asks for, in its order (an Accept-Language header); null where it asks for none. */
export function preferredLanguage(header: string): Language | null {
  const wished = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const weight = Number(rest.find((each) => each.trim().startsWith('q='))?.split('=')[1] ?? 1);
      return { tag: tag.trim(), weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { tag } of wished) {
    const exact = languages.find((language) => language.toLowerCase() === tag);
    // A language without a region means the first one we list: Portuguese is Brazilian.
    const near = languages.find((language) => language.split('-')[0] === tag.split('-')[0]);
    if (exact ?? near) return exact ?? near ?? null;
  }
  return null;
}
