import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut } from './cut.ts';
import { confirmsDeletion, deletionName, missingCharacters } from './deletion-name.ts';
import { fold, matchesSearch, searchWords } from './fold.ts';

describe('fold', () => {
  test.each([
    ['  Ação   Única ', 'acao unica'],
    ['ÀÉÎÕÜÇ', 'aeiouc'],
    ['ﬁnanças', 'financas'],
    ['İstanbul', 'istanbul'],
    ['Ven\u200bdas\u202e do\u00ad Sul\ufeff', 'vendas do sul'],
    ['linha\tum\u00a0dois', 'linha um dois'],
    ['', ''],
  ])('%j becomes %j', (given, folded) => expect(fold(given)).toBe(folded));

  test('folding is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test('search finds the beginning of any word, in any order', () => {
    expect(searchWords('Vendas diárias, vendas (2026)')).toEqual(['vendas', 'diarias', '2026']);
    expect(matchesSearch('Metas e comissões', 'COMIS met')).toBe(true);
    expect(matchesSearch('Metas e comissões', 'issoes')).toBe(false);
    expect(matchesSearch('Metas', '  ')).toBe(true);
  });
});

describe('deletion name', () => {
  test('is the name in capitals with underscores', () => {
    expect(deletionName('Carteira de clientes')).toBe('CARTEIRA_DE_CLIENTES');
    expect(deletionName(' Ação  única ')).toBe('AÇÃO__ÚNICA');
  });

  test('only the exact name confirms', () => {
    expect(confirmsDeletion('VENDAS_SUL', 'Vendas Sul')).toBe(true);
    expect(confirmsDeletion(' VENDAS_SUL ', 'Vendas Sul')).toBe(true);
    expect(confirmsDeletion('vendas_sul', 'Vendas Sul')).toBe(false);
    expect(confirmsDeletion('VENDAS SUL', 'Vendas Sul')).toBe(false);
    expect(confirmsDeletion('AC\u0327A\u0303O', 'Ação')).toBe(true);
    // A name stored with invisible characters is typed without them.
    expect(confirmsDeletion('VENDAS_SUL', 'Ven\u00addas Sul\u200b')).toBe(true);
    expect(missingCharacters('VENDAS_SUL\u200b', '\u202eVendas Sul')).toBe(0);
  });

  test('counts the missing characters and notices a different text', () => {
    expect(missingCharacters('CARTEIRA_DE_CLI', 'Carteira de clientes')).toBe(5);
    expect(missingCharacters('CARTEIRA_DE_CLIENTES', 'Carteira de clientes')).toBe(0);
    expect(missingCharacters('CX', 'Carteira de clientes')).toBeNull();
  });
});

describe('cut', () => {
  test.each([
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['a😀', 2, 'a'],
    ['a😀', 3, 'a😀'],
    ['😀', 1, ''],
    ['a\ud83d', 9, 'a\ufffd'],
    ['', 5, ''],
  ])('%j to %i is %j', (text, most, expected) => expect(cut(text, most)).toBe(expected));

  test('leaves well-formed text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const part = cut(text, most);
        expect(part.isWellFormed() && text.startsWith(part) && part.length >= Math.min(text.length, most) - 1).toBe(true);
      }),
    );
  });
});
