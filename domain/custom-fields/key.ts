import { searchWords } from '../text/fold.ts';

const longest = 40;

/** The key of a new field begins with its label; the database adds a number where somebody has it already. Signs alone give `cf_field`. */
export function keyOf(label: string): string {
  const words = searchWords(label)
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '');
  const name = words.join('_').slice(0, longest).replace(/_+$/, '');
  return `cf_${name || 'field'}`;
}
