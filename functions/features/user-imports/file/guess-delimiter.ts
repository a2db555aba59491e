import type Papa from 'papaparse';

const delimiters = [';', ',', '\t', '|'];
/** How much of a file is read to guess its delimiter; a row longer than that has too many columns anyway. */
const headLetters = 64 * 1024;
const headRows = 20;

/**
 * The character that splits most of the first rows into the same number of cells; of two that do, the one with more cells. The library's
 * own guess takes a list of two columns for one of one where the last line ends.
 */
export function guessDelimiter(text: string, papa: typeof Papa): string {
  const head = text.slice(0, headLetters);
  const guesses = delimiters.map((delimiter) => {
    const { data } = papa.parse<string[]>(head, { delimiter, newline: '\n', preview: headRows, skipEmptyLines: true });
    const widths = Map.groupBy(
      data.map(({ length }) => length).filter((width) => width > 1),
      (width) => width,
    );
    const [width = 1, rows] = [...widths].reduce((best, next) => (next[1].length > best[1].length ? next : best), [1, [] as number[]]);
    return { delimiter, rows: rows?.length ?? 0, width };
  });
  return guesses.reduce((best, next) => (next.rows > best.rows || (next.rows === best.rows && next.width > best.width) ? next : best))
    .delimiter;
}
