import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../dev/folders.ts';
import type { Bench, Figure } from './figure.ts';

const page = join(root, 'docs/performance.md');
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const verdict = ({ isMet }: Figure) => (isMet === null ? '' : isMet ? 'ok' : '**over**');
const getRow = (figure: Figure) => `| ${[figure.name, figure.figure, figure.goal, verdict(figure), figure.how].map(cell).join(' | ')} |`;

/** Writes one part's figures between its own markers; a part that has none yet is added before the last marker. */
export function writeTable({ name, title }: Bench, figures: Figure[], conditions: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const table = [
    start,
    `### ${title}`,
    `Measured ${conditions}.`,
    '',
    '| what | figure | goal | | how |',
    '|---|---|---|---|---|',
    ...figures.map(getRow),
    end,
  ].join('\n');
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  const last = '<!-- end of figures -->';
  if (from >= 0 && to > from) writeFileSync(page, text.slice(0, from) + table + text.slice(to + end.length));
  else if (text.includes(last)) writeFileSync(page, text.replace(last, `${table}\n\n${last}`));
  else throw new Error(`docs/performance.md has no place for ${name}.`);
}
