import { cnpj, cpf } from 'cpf-cnpj-validator';

export type Person = 'legal' | 'physical';

// What people write between the parts of a number.
const marks = /[\s./-]+/gu;

/** A CNPJ or CPF as it is kept: without marks, letters in capitals. */
export const plainDocument = (text: string): string => text.normalize('NFKC').replace(marks, '').toUpperCase();

/** Whose number it is by its length alone: a CPF has 11 digits, a CNPJ 14 signs of which the first twelve may be letters (July 2026). */
export function personOf(text: string): Person | null {
  const plain = plainDocument(text);
  if (/^\d{11}$/.test(plain)) return 'physical';
  return /^[\dA-Z]{12}\d{2}$/.test(plain) ? 'legal' : null;
}

/** Reads a CNPJ or CPF with its check digits; null for anything else. */
export function readDocument(text: string): { document: string; person: Person } | null {
  const plain = plainDocument(text);
  const person = personOf(plain);
  if (person === 'physical') return cpf.isValid(plain) ? { document: plain, person } : null;
  if (person === 'legal') return cnpj.isValid(plain) ? { document: plain, person } : null;
  return null;
}

/** A kept number as people read it: 12.ABC.345/01DE-35, 529.982.247-25; another country's as it is. */
export function showDocument(document: string): string {
  const person = personOf(document);
  if (person === 'physical') return cpf.format(document);
  return person === 'legal' ? cnpj.format(document) : document;
}
