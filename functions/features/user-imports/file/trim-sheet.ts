import { maxColumns, maxLeadRows, maxRows } from '../../../../domain/user-imports/limits.ts';
import { refused } from './refused.ts';

/** Rows beyond this number are not read even if those before are empty: the library would create each of them. */
const lastRow = (maxRows + maxLeadRows) * 4;

const getColumn = (letters: string) => [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
const hasValue = /<(?:\w+:)?(?:v|t)(?:\s[^>]*)?>[^<]/;

/**
 * Cuts off cells far below or right of a sheet's users: formats of empty cells, which spreadsheets leave everywhere. A value out there
 * makes the file too long or too wide; read unchanged, one cell in the last corner would create ten billion.
 */
export function trimSheet(said: string): string {
  if (/<!DOCTYPE|<!ENTITY/i.test(said)) throw refused('broken');
  const xml = withPlaces(said);
  const cut = rowsEnd(xml);
  if (cut < 0) return withoutFarCells(xml);
  if (hasValue.test(xml.slice(cut))) throw refused('too_many_rows', { count: maxRows });
  const [, prefix = ''] = /<(\w+:)?sheetData/.exec(xml) ?? [];
  return withoutFarCells(`${xml.slice(0, cut)}</${prefix}sheetData></${prefix}worksheet>`);
}

/** Where the first row beyond the last begins; -1 where there is none. A row without a number follows the previous one. */
function rowsEnd(xml: string): number {
  let number = 0;
  for (const match of xml.matchAll(/<(?:\w+:)?row\b([^>]*)>/g)) {
    const said = /\br="(\d{1,9})"/.exec(match[1] ?? '')?.[1];
    number = said ? Number(said) : number + 1;
    if (number > lastRow) return match.index;
  }
  return -1;
}

const columnLetters = (column: number): string =>
  (column > 26 ? columnLetters(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(65 + ((column - 1) % 26));
const unplaced = /<(?:\w+:)?c(?=[\s/>])(?![^>]*\sr=")/;

/** Adds each cell's reference: the format allows a cell that follows the previous one to omit it, the library doesn't. */
function withPlaces(xml: string): string {
  if (!unplaced.test(xml)) return xml;
  let [row, column] = [0, 0];
  return xml.replace(/<((?:\w+:)?)(row|c)(?=[\s/>])([^>]*)>/g, (tag, prefix: string, name: string, attributes: string) => {
    const said = /\sr="([A-Z]*)(\d{1,9})"/.exec(attributes);
    if (name === 'row') {
      [row, column] = [said ? Number(said[2]) : row + 1, 0];
      return said ? tag : `<${prefix}row r="${row}"${attributes}>`;
    }
    column = said ? getColumn(said[1] ?? '') : column + 1;
    // Beyond the last column the reference would only grow: the sheet is refused for its width.
    if (column > maxColumns * 100) throw refused('too_wide', { count: maxColumns });
    return said ? tag : `<${prefix}c r="${columnLetters(column)}${row}"${attributes}>`;
  });
}

const isFar = (letters: string, row: string) => getColumn(letters) > maxColumns || Number(row) > lastRow;

function hasFar(xml: string): boolean {
  for (const [, letters = '', row = ''] of xml.matchAll(/\br="([A-Z]{1,9})(\d{1,9})"/g)) if (isFar(letters, row)) return true;
  return false;
}

function withoutFarCells(xml: string): string {
  // Hardly any sheet omits one: it is checked before it is rewritten.
  if (!hasFar(xml)) return xml;
  return xml.replace(/<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g, (cell, attributes: string, inner: string | undefined) => {
    const [, letters = 'A', row = '1'] = /\br="([A-Z]{1,9})(\d{1,9})"/.exec(attributes) ?? [];
    if (!isFar(letters, row)) return cell;
    const isLow = Number(row) > lastRow;
    if (hasValue.test(inner ?? '')) throw refused(isLow ? 'too_many_rows' : 'too_wide', { count: isLow ? maxRows : maxColumns });
    return '';
  });
}
