import { searchWords } from '../text/fold.ts';

const longest = 40;

/**
 * The key of a new field starts with its label; the database adds a number if the key is taken. A label without letters or digits gives
 * `cf_field`.
 */
export function getKey(label: string): string {
  const words = searchWords(label)
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '');
  const name = words.join('_').slice(0, longest).replace(/_+$/, '');
  return `cf_${name || 'field'}`;
}
