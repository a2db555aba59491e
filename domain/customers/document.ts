import { cnpj, cpf } from 'cpf-cnpj-validator';

export type Person = 'legal' | 'physical';

// Separators that people write inside a number.
const marks = /[\s./-]+/gu;

/** A CNPJ or CPF as stored: without punctuation, letters in capitals. */
export const plainDocument = (text: string): string => text.normalize('NFKC').replace(marks, '').toUpperCase();

/**
 * The kind of a number by its length alone: a CPF has 11 digits, a CNPJ 14 characters, where the first twelve may be letters (July 2026).
 */
export function getPerson(text: string): Person | null {
  const plain = plainDocument(text);
  if (/^\d{11}$/.test(plain)) return 'physical';
  return /^[\dA-Z]{12}\d{2}$/.test(plain) ? 'legal' : null;
}

/** Reads a CNPJ or CPF with its check digits; null for anything else. */
export function readDocument(text: string): { document: string; person: Person } | null {
  const plain = plainDocument(text);
  const person = getPerson(plain);
  if (person === 'physical') return cpf.isValid(plain) ? { document: plain, person } : null;
  if (person === 'legal') return cnpj.isValid(plain) ? { document: plain, person } : null;
  return null;
}

/** A stored number as people read it: 12.ABC.345/01DE-35, 529.982.247-25; another country's is unchanged. */
export function showDocument(document: string): string {
  const person = getPerson(document);
  if (person === 'physical') return cpf.format(document);
  return person === 'legal' ? cnpj.format(document) : document;
}
