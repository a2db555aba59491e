export type TextPart = { text: string; mention: boolean };

/** Splits a text at its mentions; the longest name wins where one is a prefix of another. */
export function getParts(text: string, names: readonly string[]): TextPart[] {
  const wanted = [...new Set(names)].filter(Boolean).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const name = text[at] === '@' ? wanted.find((candidate) => text.startsWith(candidate, at + 1)) : undefined;
    if (!name) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) parts.push({ text: plain, mention: false });
    plain = '';
    parts.push({ text: `@${name}`, mention: true });
    at += name.length + 1;
  }
  return plain ? [...parts, { text: plain, mention: false }] : parts;
}

/** The text typed after an @ before the caret; null outside a mention. */
export function mentionBefore(text: string, caret: number): { from: number; query: string } | null {
  const found = /(?:^|[\s(])@([^@\n]{0,40})$/u.exec(text.slice(0, caret));
  if (!found || (found[1] ?? '').split(' ').length > 4) return null;
  return { from: caret - (found[1] ?? '').length - 1, query: found[1] ?? '' };
}

/** The mentioned users whose names are still in the text. */
export const mentionedIn = (text: string, people: readonly { id: string; name: string }[]): string[] => {
  const said = new Set(
    getParts(
      text,
      people.map(({ name }) => name),
    ).flatMap((part) => (part.mention ? [part.text.slice(1)] : [])),
  );
  return [...new Set(people.filter(({ name }) => said.has(name)).map(({ id }) => id))];
};
