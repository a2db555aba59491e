import { describe, expect, test } from 'vitest';
import { readPhone } from '../users/phone.ts';
import { isPostalCode, showPostalCode } from './countries.ts';
import { customerProblems, keptCustomer } from './customer.ts';
import { getPerson, readDocument, showDocument } from './document.ts';
import { emptyCustomer } from './fields.ts';

const right = { ...emptyCustomer, fantasyName: 'Vértice', document: '11.222.333/0001-81' };
const problems = (more: object) => customerProblems({ ...right, ...more }, readPhone);

describe('a CNPJ or CPF', () => {
  test.each([
    ['11.222.333/0001-81', '11222333000181', 'legal'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35', 'legal'],
    ['12abc34501de35', '12ABC34501DE35', 'legal'],
    ['529.982.247-25', '52998224725', 'physical'],
  ])('%s is stored without punctuation and gives the person type', (text, document, person) => {
    expect(readDocument(text)).toEqual({ document, person });
    expect(showDocument(document)).toBe(showDocument(text));
  });

  test.each([
    ['11.222.333/0001-82', 'a wrong check digit'],
    ['12.ABC.345/01DE-36', 'a wrong check digit with letters'],
    ['12ABC34501DE3A', 'a letter among the check digits'],
    ['529.982.247-26', 'a wrong check digit of a person'],
    ['5299822472X', 'a letter in a person’s number'],
    ['00000000000000', 'one digit only'],
    ['111.111.111-11', 'one digit only'],
    ['11222333', 'too short'],
    ['112223330001811', 'too long'],
    ['', 'nothing'],
  ])('%s is none: %s', (text) => {
    expect(readDocument(text)).toBeNull();
  });

  test('the person type is known before the check digits are right', () => {
    expect(getPerson('529.982.247-00')).toBe('physical');
    expect(getPerson('12.ABC.345/01DE-00')).toBe('legal');
    expect(getPerson('12.ABC')).toBeNull();
  });
});

describe('a paying client', () => {
  test('needs a name and, in Brazil, a number with valid check digits', () => {
    expect(problems({})).toEqual({});
    expect(customerProblems(emptyCustomer, readPhone)).toEqual({ fantasyName: 'required', document: 'required' });
    expect(problems({ fantasyName: ' \u0301 ', document: '11.222.333/0001-80' })).toEqual({ fantasyName: 'invalid', document: 'invalid' });
    expect(problems({ country: 'PT', document: '' })).toEqual({});
    expect(problems({ country: 'PT', document: 'pt 501 964 843' })).toEqual({});
    expect(problems({ country: 'PT', document: '<b>' })).toEqual({ document: 'invalid' });
  });

  test('has a name without invisible characters', () => {
    expect(keptCustomer({ ...right, fantasyName: ' Vér\u200btice\u202e \t Norte\u0000' }).fantasyName).toBe('Vértice Norte');
  });

  test('the person type follows the number, whatever was chosen', () => {
    expect(keptCustomer({ ...right, person: 'physical' }).person).toBe('legal');
    expect(keptCustomer({ ...right, document: '529.982.247-25' })).toMatchObject({ person: 'physical', document: '52998224725' });
    expect(keptCustomer({ ...right, country: 'PT', document: '1', person: 'physical' }).person).toBe('physical');
  });

  test('has an address in its country’s format', () => {
    expect(problems({ state: 'sp', postalCode: '01310-100' })).toEqual({});
    expect(problems({ state: 'XX', postalCode: '0131' })).toEqual({ state: 'invalid', postalCode: 'invalid' });
    expect(problems({ country: 'PT', state: 'Lisboa', postalCode: '1000-001' })).toEqual({});
    expect(problems({ country: 'XX' })).toMatchObject({ country: 'invalid' });
    expect(isPostalCode('SW1A 1AA', 'GB')).toBe(true);
    expect(showPostalCode('01310100', 'BR')).toBe('01310-100');
  });

  test('accepts e-mails and telephone numbers in any usual format', () => {
    expect(keptCustomer({ ...right, invoiceEmails: [' NF@vertice.test ', 'nf@vertice.test', ''] }).invoiceEmails).toEqual([
      'nf@vertice.test',
    ]);
    expect(problems({ invoiceEmails: ['nf@'], businessEmail: 'x', commercialPhone: '12' })).toEqual({
      invoiceEmails: 'invalid',
      businessEmail: 'invalid',
      commercialPhone: 'invalid',
    });
    expect(problems({ commercialPhone: '(11) 3333-4444' })).toEqual({});
    expect(problems({ invoiceEmails: Array.from({ length: 11 }, (_, n) => `nf${n}@a.test`) })).toEqual({ invoiceEmails: 'too_long' });
  });

  test('limits the length of every field', () => {
    expect(problems({ legalName: 'a'.repeat(121), customerCode: '1'.repeat(31) })).toEqual({
      legalName: 'too_long',
      customerCode: 'too_long',
    });
  });
});
