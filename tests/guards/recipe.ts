import type { Clone } from './clone.ts';

/** A code block of a recipe: a new file, a change of one, or lines of a sorted list. */
export type Block = { kind: string; file: string; text: string };

/** The blocks that name a file, as they stand on the page. A file with a `*` is one for each language. */
export function toBlocks(page: string, languages: readonly string[]): Block[] {
  return [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind = '', file = '', text = '']) =>
    (file.includes('*') ? languages.map((language) => file.replace('*', language)) : [file]).map((each) => ({ kind, file: each, text })),
  );
}

/** The two sides of a part of a change: what stands there, and what shall. */
const getSide = (part: string, signs: string) =>
  part
    .split('\n')
    .filter((line) => signs.includes(line[0] ?? ' '))
    .map((line) => line.slice(1))
    .join('\n');

const getLines = (text: string) => text.trimEnd().split('\n');

export function apply(clone: Clone, { kind, file, text }: Block): void {
  if (kind === 'diff')
    for (const part of text.trimEnd().split(/\n@@\n/)) clone.edit({ file, from: getSide(part, ' -'), to: getSide(part, ' +') });
  else if (kind === 'lines') clone.write(file, `${[...getLines(clone.read(file)), ...getLines(text)].toSorted().join('\n')}\n`);
  else clone.write(file, text);
}
